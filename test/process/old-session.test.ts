// Sessions that the first released version wrote, in a home of today: they are whole, can be read, and say what keeps a prompt from being answered.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

interface Listed {
  id: string;
  lastMessage: string | null;
  workspace: { path: string };
}

/** A home with the log as that version left it. */
function oldHome(recording: string): SkeinHome {
  const skein = new SkeinHome();
  const database = new DatabaseSync(join(skein.home, "skein.db"));
  database.exec("PRAGMA journal_mode = WAL");
  database.exec(`BEGIN; ${readFileSync(join("test/recordings/logs", recording), "utf8")} COMMIT`);
  database.close();
  return skein;
}

test("a prompt to a session whose directory has gone in the meantime says so, and what to do; all of it can still be read", async () => {
  const skein = oldHome("v1.sql");
  const { sessions } = await skein.json<{ sessions: Listed[] }>(["sessions", "--all"]);
  const session = sessions.find(({ lastMessage }) => lastMessage === "waiting for you");
  const { id = "", workspace } = session ?? {};
  expect(existsSync(workspace?.path ?? "/")).toBe(false);
  expect(await skein.run(["send", id, "[[say: here again]]", "--wait"])).toEqual({
    code: 6,
    out: "",
    err: `error: the session's directory ${workspace?.path} is gone\nfix: restore it, then send a prompt\n`,
  });
  expect((await skein.run(["show", id])).out).toContain("waiting for you");
  expect(await skein.run(["verify", id])).toMatchObject({ code: 0, out: expect.stringContaining("is intact") });
});
