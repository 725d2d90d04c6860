// What every driver promises about what goes into its program's arguments: a log may name a conversation, a place in it, a mode or a model by
// anything, and nothing of that is ever taken for a flag, a path or another conversation.
import { describe, expect, test } from "vitest";
import { createCustomDriver } from "../../src/agents/custom/driver.ts";
import type { Driver, LaunchContext } from "../../src/agents/index.ts";
import { createAcpDriver } from "../../src/agents/kit/acp/driver.ts";
import { unfitValue } from "../../src/agents/kit/validate-ids.ts";
import { createRegistry } from "../../src/agents/registry.ts";
import type { Transport } from "../../src/core/index.ts";
import { parseConfig } from "../../src/home/config.ts";
import { contextFor } from "./recording.ts";

const registry = createRegistry({ programs: "/programs" });
const transports: readonly Transport[] = ["stream", "acp", "oneshot"];
const known = registry.list().flatMap(({ id }) => transports.map((transport) => registry.get(id, transport)));

const { tools } = parseConfig(
  `
[tools.oneshot]
command = "mine"
protocol = "oneshot"
session_id_flag = "--id"
resume_flag = "--resume"
model_flag = "--model"
[tools.glued]
command = "mine"
protocol = "oneshot"
session_id_flag = "--id={id}"
resume_flag = "--resume={id}"
model_flag = "--model="
[tools.lines]
command = "mine"
protocol = "lines"
prompt_patterns = ["> $"]
resume_flag = "--resume"
session_id_env = "CHAT"
`,
  "config.toml",
);
const custom = Object.entries(tools).flatMap(([id, tool]) =>
  tool.protocol === "acp" ? [] : [createCustomDriver({ id, tool, runner: "/runner", install: "" })],
);
const acp = createAcpDriver({ id: "own", title: "Own", command: "own", args: [], env: {}, install: "" });
const drivers = [...new Set([...known, ...custom, acp])].filter((driver) => driver !== null);

/** Flags of the real programs, paths, words that mean another conversation, and what no id has in it. */
const hostile = [
  '--settings={"apiKeyHelper":"id"}',
  "--dangerously-bypass-approvals-and-sandbox",
  "--yolo",
  "-c",
  "-",
  "--",
  "",
  " ",
  "a\n--yolo",
  "a\u0000b",
  "a\u001b]52;c;eA==\u0007",
  "a\u2028b",
  "x".repeat(10_000),
];
/** Nothing but JSON takes these: an agent by ACP of one's own may call its conversations so. */
const odd = ["../../etc/passwd", "/tmp/planted.jsonl", "a b", "$(id)", "`id`", "a/b", "..", "@file"];

const spent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
const forkOf = (values: object) => ({
  ...{ nativeId: goodId, mark: null, nextMark: null, isWhole: true, spent },
  ...values,
});
const goodId = "7c1f5a52-3f0e-4c55-9a0b-2f8f5d1c1a11";

/** What a launch would get if the log said so. */
const launches = (value: string): Partial<LaunchContext>[] => [
  { nativeId: value },
  { fork: forkOf({ nativeId: value }) },
  { fork: forkOf({ mark: value }) },
  { fork: forkOf({ nextMark: value }) },
];

const name = ({ id, transport }: Driver): string => `${id} by ${transport}`;

describe.for(drivers.map((driver) => [name(driver), driver] as const))("%s", ([, driver]) => {
  const context = contextFor("r1");
  const refuses = (more: Partial<LaunchContext>): void => {
    const asked = { ...context, ...more };
    expect(unfitValue(driver, asked), JSON.stringify(more).slice(0, 200)).not.toBeNull();
    expect(() => driver.launch(asked)).toThrow();
    expect(() => driver.open(asked, null)).toThrow();
  };

  test.for(hostile)("is not started for a conversation or a place called %j", (value) => {
    for (const more of launches(value)) refuses(more);
  });

  test.for(hostile)("is not started with a model or a mode called %j", (value) => {
    refuses({ model: value });
    refuses({ mode: value });
  });

  test("takes no path and no shell's words for an id that goes into its arguments", () => {
    if (driver === acp) return;
    for (const value of odd) for (const more of launches(value)) refuses(more);
  });

  test("starts for what its own ids look like, and every one of them is an argument's value", () => {
    const id = driver.id === "opencode" ? "ses_e1e798d26ffe8MjlQcB9EpbaSA" : goodId;
    const { argv } = driver.launch({ ...context, nativeId: id });
    for (const argument of argv.filter((one) => one.startsWith("-"))) expect(argument).toMatch(/^--?([a-z]|$)/);
    expect(unfitValue(driver, { ...context, nativeId: id, model: "vendor/model-1.5:free[1m]" })).toBeNull();
  });

  test("declares a shape that has an end, and that no flag fits", () => {
    const { conversation, mark } = driver.ids;
    for (const shape of [conversation, mark].filter((one) => one !== null)) {
      expect([shape.source.startsWith("^"), shape.source.endsWith("$"), shape.flags.includes("g")]).toEqual([
        true,
        true,
        false,
      ]);
      for (const value of hostile) expect(shape.test(value)).toBe(false);
    }
  });
});

describe("what an agent says of itself", () => {
  /** An agent that binds to whatever it is told, and ends its turn there. */
  const lines = { bound: (id: string) => JSON.stringify({ type: "thread.started", thread_id: id }) };
  const codex = registry.get("codex", "oneshot") as Driver;

  test.for(hostile.filter((value) => value !== ""))(
    "is an error when it calls its conversation %j: it is never bound to that",
    (value) => {
      const { state } = codex.open(contextFor("r1"), { promptId: "p1", text: "go" });
      const { facts } = codex.read(state, lines.bound(value));
      expect(facts.filter(({ type }) => type === "bound")).toEqual([]);
      expect(facts).toMatchObject([{ type: "error", data: { code: "start_failed" } }]);
    },
  );
});
