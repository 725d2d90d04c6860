import { expect, test } from "vitest";
import { createRegistry, type Driver } from "../../src/agents/index.ts";
import { createAcpDriver } from "../../src/agents/kit/acp/driver.ts";
import { VERSION } from "../../src/home/index.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { contextFor, DriverInUse, readRecording, type Step } from "./recording.ts";

const registry = createRegistry({ programs: "/opt/skein" });
const any = createAcpDriver({ id: "mine", title: "mine", command: "mine", args: [], env: {}, install: "get mine" });

const drivers: Readonly<Record<string, Driver>> = {
  "gemini-0.61.0": registry.get("gemini")!,
  "copilot-1.0.102": registry.get("copilot")!,
  // By config alone: nothing in the driver knows of them.
  "claude-agent-acp-0.99.0": any,
  "codex-acp-2.6.0": any,
  "opencode-acp-1.18.33": any,
};

/** We tell the agent our version and what we offer. Both have changed since this was recorded: forms were not offered then. */
const recording = (agent: string, name: string): Step[] =>
  readRecording(`test/recordings/${agent}/${name}.jsonl`).map((step) =>
    "in" in step ? { in: asToday(step.in) } : step,
  );

const asToday = (line: string): string =>
  line
    .replace('"version":"0.0.0"', `"version":"${VERSION}"`)
    .replace('"session":{"notices":{},"compaction":{}}', '$&,"elicitation":{"form":{}}');

for (const agent of ["gemini-0.61.0", "copilot-1.0.102"]) {
  describeDriverContract(agent, {
    driver: drivers[agent]!,
    recordings: () => ({
      turn: recording(agent, "turn"),
      permission: recording(agent, "permission"),
      interrupt: recording(agent, "interrupt"),
    }),
  });
}

test.for([
  ["gemini-0.61.0", "turn"],
  ["gemini-0.61.0", "permission"],
  ["gemini-0.61.0", "interrupt"],
  ["gemini-0.61.0", "failure"],
  ["gemini-0.61.0", "resume"],
  ["copilot-1.0.102", "turn"],
  ["copilot-1.0.102", "permission"],
  ["copilot-1.0.102", "interrupt"],
  ["copilot-1.0.102", "failure"],
  ["copilot-1.0.102", "resume"],
  ["claude-agent-acp-0.99.0", "life"],
  ["codex-acp-2.6.0", "life"],
  ["opencode-acp-1.18.33", "life"],
] as const)("what %s said when %s was recorded becomes these facts", async ([agent, name]) => {
  const steps = recording(agent, name);
  const use = new DriverInUse(drivers[agent]!, { ...contextFor("r1"), nativeId: nativeIdIn(steps) });
  const writes = steps.flatMap((step) => ("in" in step ? [] : use.take(step).writes));
  expect(writes).toEqual(steps.flatMap((step) => ("in" in step ? [step.in] : [])));
  const facts = use.facts.map((fact) => `${JSON.stringify(fact)}\n`).join("");
  await expect(facts).toMatchFileSnapshot(`../recordings/${agent}/${name}.facts.jsonl`);
});

/** The conversation that the recording goes on with. */
function nativeIdIn(steps: readonly Step[]): string | null {
  const load = steps.find((step) => "in" in step && step.in.includes('"session/load"'));
  return load && "in" in load ? JSON.parse(load.in).params.sessionId : null;
}
