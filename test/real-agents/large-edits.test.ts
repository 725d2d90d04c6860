// Edits of megabytes that are asked about first: what was allowed is what is written, to the byte.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { until } from "../kit/until.ts";
import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { copilot } from "./agents/copilot.ts";
import { gemini } from "./agents/gemini.ts";
import { opencode } from "./agents/opencode.ts";
import { pi } from "./agents/pi.ts";
import { type RealAgent, Stage, type Talk } from "./kit.ts";

const CONTENT = 'const text = "a \\"quoted\\" word, a \\\\, an é";\n'.repeat(30_000).trimEnd();

const asked = ({ state }: Record<string, unknown>) => state === "asked";

interface Writing {
  stage: Stage;
  talk: Talk;
  path: string;
  promptId: string;
}

/** The model has called for a large file. */
async function writing(agent: RealAgent, prepare: (stage: Stage) => void = () => {}): Promise<Writing> {
  const stage = await Stage.set(agent);
  prepare(stage);
  const path = join(stage.cwd, "large.js");
  stage.model.script(
    [
      { do: "write", path, content: CONTENT },
      { do: "text", text: "Done." },
    ],
    "p-1",
  );
  const talk = await stage.open("default");
  return { stage, talk, path, promptId: await talk.send("p-1 write it") };
}

async function expectWritten({ talk, path, promptId }: Writing): Promise<void> {
  expect((await talk.end(promptId)).data).toMatchObject({ reason: "completed" });
  // Codex ends every file with a line feed.
  const written = (await until("the file", () => readFileSync(path, "utf8"))).trimEnd();
  expect(written.length).toBe(CONTENT.length);
  expect(written === CONTENT).toBe(true);
  const bytes = (await talk.all("file_write")).flatMap((data) => (typeof data.bytes === "number" ? [data.bytes] : []));
  for (const told of bytes) expect(Math.abs(told - Buffer.byteLength(CONTENT))).toBeLessThanOrEqual(1);
}

describe.each([claude, codex, opencode, pi, gemini, copilot])("$title", (agent) => {
  test.skipIf(findProgram(agent.program) === null)(
    "a yes to an edit of more than a megabyte makes all of it",
    async () => {
      const scene = await writing(agent);
      await scene.talk.answer(await scene.talk.event("permission", asked), "allow_once");
      await expectWritten(scene);
    },
  );
});

describe.skipIf(findProgram("claude") === null)("claude", () => {
  test("a rule's yes makes all of it", async () => {
    const rule = '[[allow]]\nkinds = ["edit"]\npaths = ["**"]\n';
    const scene = await writing(claude, ({ daemon }) => {
      mkdirSync(daemon.paths.home, { recursive: true });
      writeFileSync(join(daemon.paths.home, "policy.toml"), rule, { mode: 0o600 });
    });
    await expectWritten(scene);
    expect((await scene.talk.event("permission", ({ state }) => state === "answered")).by.kind).toBe("policy");
  });

  test("a yes makes all of it when the daemon that passed the question on was killed", async () => {
    const scene = await writing(claude);
    const question = await scene.talk.event("permission", asked);
    await scene.stage.daemon.kill();
    await scene.talk.answer(question, "allow_once");
    await expectWritten(scene);
  });
});
