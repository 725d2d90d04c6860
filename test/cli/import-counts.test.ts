// What an import has written is counted again in Skein's log, and compared with what was counted in the other program's store.
import { expect, test } from "vitest";
import { takeSession } from "../../src/cli/import/take.ts";
import { sessionIdFor } from "../../src/foreign/index.ts";
import { mitto } from "../../src/foreign/mitto/system.ts";
import { everything, idOf, writeMitto } from "../kit/mitto-store.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { cliDaemon } from "./cli-daemon.ts";

test("a difference is a failure that says what was counted on both sides", async () => {
  const { daemon } = await cliDaemon();
  const store = writeMitto(tempDir(), [{ id: idOf(1), records: everything() }]);
  const { sessions } = await mitto.open(store, Date.now());
  const survey = await sessions[0]?.survey(null);
  if (!survey) throw new Error("The store has no session.");
  const id = sessionIdFor("mitto", idOf(1));
  const more = { ...survey, counts: { ...survey.counts, prompts: survey.counts.prompts + 1 } };
  await expect(takeSession(daemon.client, { id, survey: more, here: null })).rejects.toMatchObject({
    message: "3 prompts were counted there, and 2 are in Skein's log",
    code: "counts_differ",
  });
});
