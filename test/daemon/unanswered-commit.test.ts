// The disk goes away after a commit and before its answer: what was sent is on it, and nobody can say so until it is back.
import { StatementSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { daemonOnDisk } from "../kit/daemon-on-disk.ts";
import { until } from "../kit/until.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";

/** Calls once when SQLite has carried out the COMMIT after which this is stored, before anybody hears of it. */
function onceCommitted(isStored: () => boolean, act: () => void): void {
  const { run } = StatementSync.prototype;
  const watched = vi.spyOn(StatementSync.prototype, "run").mockImplementation(function (
    this: StatementSync,
    ...values: Parameters<typeof run>
  ) {
    const done = run.apply(this, values);
    if (this.sourceSQL === "COMMIT" && isStored()) {
      watched.mockRestore();
      act();
    }
    return done;
  });
  onTestFinished(() => watched.mockRestore());
}

async function daemonThatCommits() {
  const { daemon, takeDiskAway } = await daemonOnDisk();
  let putBack = (): void => {};
  return {
    daemon,
    /** When what is sent under the id is on it. */
    takeAway() {
      const isStored = (): boolean => daemon.log.receipt(id) !== null;
      onceCommitted(isStored, () => {
        putBack = takeDiskAway();
      });
    },
    async bringBack() {
      putBack();
      await until("the log", () => daemon.log.condition().kind === "writable");
    },
  };
}

const content = [{ type: "text" as const, text: "once" }];

test("a prompt that is on the disk and was not answered is not known; sent again under its id it has its receipt, and runs once", async () => {
  const { daemon, takeAway, bringBack } = await daemonThatCommits();
  const { session, agent } = await daemon.working();
  takeAway();
  expect(await daemon.client.send(session, { id, content })).toMatchObject({
    kind: "not_known",
    promptId: id,
    cause: { code: "fenced", message: expect.stringContaining("Whether this was saved is known then.") },
  });
  await bringBack();
  expect(await daemon.client.send(session, { id, content })).toMatchObject({
    kind: "acknowledged",
    answer: { replayed: true },
  });
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the prompt", () => agent.prompts.includes("once"));
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the end of its turn", () => daemon.types(session).filter((type) => type === "turn_end").length === 2);
  expect(agent.prompts).toEqual(["go", "once"]);
});

test("a session that is on the disk and was not answered is made once", async () => {
  const { daemon, takeAway, bringBack } = await daemonThatCommits();
  const wish = { id, cwd: daemon.workspace, name: "only" };
  takeAway();
  await expect(daemon.client.create(wish)).rejects.toMatchObject({ code: "fenced" });
  await bringBack();
  expect(await daemon.client.create(wish)).toMatchObject({ session: { name: "only" } });
  expect(await daemon.client.sessions()).toHaveLength(1);
});

test("a fork that is on the disk and was not answered is made once", async () => {
  const { daemon, takeAway, bringBack } = await daemonThatCommits();
  const { session, agent } = await daemon.working();
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  takeAway();
  await expect(daemon.client.fork(session, { id })).rejects.toMatchObject({ code: "fenced" });
  await bringBack();
  await daemon.client.fork(session, { id });
  expect(await daemon.client.sessions()).toHaveLength(2);
});

test("what was changed in the queue and not answered is changed once", async () => {
  const { daemon, takeAway, bringBack } = await daemonThatCommits();
  const { session } = await daemon.working();
  const waiting = await daemon.send(session, "waits");
  const edit = { id, content };
  takeAway();
  await expect(daemon.client.editPrompt(session, waiting, edit)).rejects.toMatchObject({ code: "fenced" });
  await bringBack();
  expect(await daemon.client.editPrompt(session, waiting, edit)).toMatchObject({ replayed: true });
  expect(daemon.types(session).filter((type) => type === "prompt_edited")).toHaveLength(1);
});
