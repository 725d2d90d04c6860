// What an agent might say with its prompt to have it pass what a person holds.
import { expect, test } from "vitest";
import { testDaemon } from "../../kit/test-daemon.ts";
import { until } from "../../kit/until.ts";
import { waitingIn, withHeldQueue } from "../held-queue.ts";

const ENDED = "00000000-0000-4000-8000-000000000001";
const PAST = "2020-01-01T00:00:00Z";
const words = (text: string) => ({ content: [{ type: "text" as const, text }] });

test.for([
  ["a time", { notBefore: PAST }],
  ["a prompt that has ended", { after: ENDED }],
] as const)(
  "an agent's prompt that waits for %s is held behind prompts that were held with their session",
  async ([, wait]) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working("one");
    await daemon.send(session, "two", ENDED);
    agent.say({ type: "turn_end", reason: "completed" });
    await until("the second turn", () => agent.prompts.length > 1);
    await daemon.send(session, "of a person");
    await daemon.client.stop(session);
    await daemon.ofType(session, "agent_exit");
    daemon.caller = { kind: "agent" };
    await daemon.client.prompt(session, { ...words("of an agent"), ...wait });
    expect((await daemon.client.queue(session)).items).toMatchObject([
      { title: "of a person", held: true },
      { title: "of an agent", held: true, ...wait },
    ]);
    daemon.caller = { kind: "person" };
    await daemon.client.prompt(session, { ...words("a person's, at its time"), ...wait });
    const next = await daemon.run(2);
    next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await until("the person's", () => next.prompts.length > 0);
    expect(next.prompts).toEqual(["a person's, at its time"]);
  },
);

test("words of an agent for the running turn, with a time of their own, wait behind what was held with its queue", async () => {
  const { daemon, session, agent } = await withHeldQueue();
  await daemon.send(session, "of a person");
  await until("the person's", () => agent.prompts.length > 1);
  daemon.caller = { kind: "agent" };
  const steering = { ...words("of an agent"), when: "steer", notBefore: PAST } as const;
  const rejected = daemon.client.prompt(session, { ...steering, else: "reject" });
  await expect(rejected).rejects.toMatchObject({ code: "not_steerable" });
  await daemon.client.prompt(session, steering);
  expect(await waitingIn(daemon, session)).toEqual([
    false,
    [
      ["two", true],
      ["of an agent", true],
    ],
  ]);
});
