// A newer command line and an older daemon: the daemon is replaced, and nobody who works notices.
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { VERSION } from "../../src/home/index.ts";
import { SkeinHome } from "../kit/skein-home.ts";

const OLDER = "0.0.1";

/** The same program under an older version. */
function olderProgram({ root, program }: SkeinHome): string {
  const place = join(root, "older");
  cpSync(dirname(program), place, { recursive: true });
  for (const file of readdirSync(place).filter((name) => name.endsWith(".cjs"))) {
    const path = join(place, file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(`"${VERSION}"`, `"${OLDER}"`));
  }
  return join(place, "skein.cjs");
}

interface Status {
  pid: number;
  version: string;
}

test("a command of a newer Skein replaces the daemon; the agent goes on in its turn, and every word is there once", async () => {
  const skein = new SkeinHome();
  const older = olderProgram(skein);
  const options = { cwd: skein.workspace, env: skein.env };
  const runOlder = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [older, ...words], options)).stdout;
  // It ends as soon as the agent waits for a person.
  const waiting = runOlder("new", "[[say: One.]] [[ask: echo two]] [[say: Three.]]", "--name", "work");
  await expect(waiting).rejects.toMatchObject({ code: 8 });
  const before = JSON.parse(await runOlder("daemon", "status", "--json")) as Status;
  expect(before.version).toBe(OLDER);

  const answers = await Promise.all([
    skein.json<{ sessions: { name: string }[] }>(["sessions"]),
    skein.json<{ sessions: { name: string }[] }>(["sessions"]),
    skein.json<{ sessions: { name: string }[] }>(["inbox"]).then(() => skein.json(["sessions"])),
  ]);
  for (const { sessions } of answers) expect(sessions).toMatchObject([{ name: "work" }]);
  const after = await skein.json<Status & Record<string, unknown>>(["daemon", "status"]);
  expect(after.version).toBe(VERSION);
  expect(after.pid).not.toBe(before.pid);

  expect((await skein.run(["answer", "work", "allow", ...(await skein.asked("work"))])).code).toBe(0);
  const { out } = await skein.run(["send", "work", "[[say: Four.]]", "--wait"]);
  expect(out).toContain("Four.");
  const events = (await skein.run(["export", "work"])).out.trim().split("\n");
  const said = events.flatMap((line) => {
    const { type, data } = JSON.parse(line);
    return type === "agent_message" ? [data.text] : [];
  });
  expect(said.join("")).toBe("One.Three.Four.");

  // An older command line leaves a newer daemon alone.
  await runOlder("sessions");
  expect((await skein.json<Status & Record<string, unknown>>(["daemon", "status"])).pid).toBe(after.pid);
});
