import { expect, test } from "vitest";
import { daemonOnDisk } from "../kit/daemon-on-disk.ts";
import { until } from "../kit/until.ts";
import { cliOf, done, text } from "./cli-daemon.ts";

test("who watches a session goes on watching while the log can't be written, and has read it once it can", async () => {
  const { daemon, takeDiskAway } = await daemonOnDisk();
  const { session, agent } = await daemon.working("go");
  agent.say(text("ok"), done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  const bringBack = takeDiskAway();
  await expect(daemon.client.rename(session, "docs")).rejects.toMatchObject({ code: "fenced" });
  const following = cliOf(daemon).start(["follow", session], { isTerminal: true });
  await until("what was said", () => following.out().includes("ok"));
  await until("the trouble", () => following.err().includes("was moved or deleted"));
  bringBack();
  await until("it to be read", () => daemon.types(session).includes("acknowledged"));
  following.interrupt();
  expect((await following.result).err).not.toContain("error:");
});

test.for(["show", "last"])("%s says what there is also where that it was read can't be noted", async (word) => {
  const { daemon, takeDiskAway } = await daemonOnDisk();
  const { session, agent } = await daemon.working("go");
  agent.say(text("all is well"), done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  const bringBack = takeDiskAway();
  await expect(daemon.client.rename(session, "docs")).rejects.toMatchObject({ code: "fenced" });
  const { code, out, err } = await cliOf(daemon).run([word, session], { isTerminal: true });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("all is well");
  bringBack();
});
