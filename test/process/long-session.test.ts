// A session of a hundred thousand events: it is taken in, read, followed from its end and verified like any other.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

const MANY = 100_000;

interface Line {
  seq: number;
  type: string;
  data: Record<string, unknown>;
}

/** The export of a session, as if its agent had said a great deal more in its only turn. */
function lengthened(exported: string): string {
  const lines = exported
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const end = lines.findIndex(({ type }) => type === "turn_end");
  const said = lines.find(({ type }) => type === "agent_message");
  if (!said || end === -1) throw new Error("the session has no turn in which something was said");
  const words = Array.from({ length: MANY }, (_, n) => ({
    ...said,
    data: {
      ...said.data,
      messageId: `m${Math.floor(n / 100)}`,
      text: `word ${n}\n`,
    },
  }));
  const all = [...lines.slice(0, end), ...words, ...lines.slice(end)];
  return all.map((line, index) => `${JSON.stringify({ ...line, seq: index + 1 })}\n`).join("");
}

test("[A-14] it is imported, shown, followed from its end and verified", { timeout: 180_000 }, async () => {
  const skein = new SkeinHome();
  const ok = async (...words: string[]): Promise<string> => {
    const { code, out, err } = await skein.run(words);
    expect([words.join(" "), code, err]).toEqual([words.join(" "), 0, ""]);
    return out;
  };
  await ok("new", "talk [[say: a lot]]", "--name", "short");
  const file = join(skein.workspace, "long.jsonl");
  writeFileSync(file, lengthened(await ok("export", "short")));
  await ok("import", file, "--as-new");
  const { sessions } = await skein.json<{ sessions: { id: string; head: number }[] }>(["sessions"]);
  const long = sessions.find(({ head }) => head > MANY);
  expect(long).toBeDefined();
  const id = long?.id ?? "";
  expect(await ok("show", id)).toContain(`word ${MANY - 1}`);
  expect(await ok("verify", id)).toContain("is whole");
  expect(
    (await ok("follow", id, "--after-event", String(MANY), "--no-follow", "--json")).split("\n").length,
  ).toBeLessThan(50);
});
