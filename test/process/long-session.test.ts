// A session of a hundred thousand events: it is taken in, read, followed from its end, verified and branched off like any other.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { sharedByTests } from "../kit/lifetime.ts";
import { SkeinHome } from "../kit/skein-home.ts";

const MANY = 100_000;

interface Line {
  session: string;
  seq: number;
  type: string;
  data: Record<string, unknown>;
}

const linesOf = (exported: string): string[] => exported.trimEnd().split("\n");

/** The export of a session, as if its agent had said a great deal more in its first turn. */
function lengthened(exported: string): string {
  const lines = linesOf(exported).map((line) => JSON.parse(line) as Line);
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

class LongSession extends SkeinHome {
  /** What a command says that must do what it was asked. */
  async ok(...words: string[]): Promise<string> {
    const { code, out, err } = await this.run(words);
    expect([words.join(" "), code, err]).toEqual([words.join(" "), 0, ""]);
    return out;
  }

  /** The id of the session with a great many events, two turns of them. */
  async take(): Promise<string> {
    await this.ok("new", "talk [[say: a lot]]", "--name", "short");
    await this.ok("send", "short", "[[say: and then a little]]");
    const file = join(this.workspace, "long.jsonl");
    writeFileSync(file, lengthened(await this.ok("export", "short")));
    // Its agent's conversation belongs to one session at a time.
    await this.ok("delete", "short", "--force");
    await this.ok("prune", "--trash", "--yes");
    await this.ok("import", file);
    const { sessions } = await this.json<{ sessions: { id: string; head: number }[] }>(["sessions"]);
    const long = sessions.find(({ head }) => head > MANY);
    expect(long).toBeDefined();
    return long?.id ?? "";
  }
}

const taken = sharedByTests(async (lifetime) => {
  const skein = new LongSession({}, lifetime);
  return { skein, id: await skein.take() };
});

test("[A-14] it is imported, shown, followed from its end and verified", { timeout: 180_000 }, async () => {
  const { skein, id } = await taken();
  expect(await skein.ok("show", id)).toContain(`word ${MANY - 1}`);
  expect(await skein.ok("verify", id)).toContain("is intact");
  const after = await skein.ok("follow", id, "--after-event", String(MANY), "--no-follow", "--json");
  expect(linesOf(after).length).toBeLessThan(50);
});

test("[A-14] [A-25] a fork at its first turn has all of it up to there without a copy, and goes on at the next seq", async () => {
  const { skein, id: long } = await taken();
  const base = linesOf(await skein.ok("export", long));
  const end = base.findIndex((line) => (JSON.parse(line) as Line).type === "turn_end") + 1;
  await skein.ok("fork", long, "[[say: another way]]", "--turn", "t1", "--name", "other");

  const lines = linesOf(await skein.ok("export", "other"));
  expect(lines.slice(0, end).join("\n") === base.slice(0, end).join("\n")).toBe(true);
  const own = lines.slice(end).map((line) => JSON.parse(line) as Line);
  expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => end + 1 + index));
  expect(own.map(({ session }) => session)).not.toContain(long);
  expect(own.filter(({ type }) => type === "turn_end")).toMatchObject([{ data: { turn: "t2", reason: "completed" } }]);
  expect(await skein.ok("verify", "other")).toContain("is intact");

  await skein.ok("daemon", "stop");
  const database = new DatabaseSync(join(skein.home, "skein.db"), { readOnly: true });
  const stored = database.prepare("SELECT min(seq) AS first FROM events JOIN sessions ON key = session WHERE id = ?");
  const { first } = stored.get(own[0]?.session ?? "") ?? {};
  database.close();
  expect(first).toBe(end + 1);
});
