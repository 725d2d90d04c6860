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

test.for([
  ["a prompt", {}],
  ["words for the running turn", { when: "steer" }],
] as const)(
  "what an agent sends, as %s, waits in a queue that is held and empty, and the hold stays",
  async ([, how]) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working("one");
    await daemon.client.changeQueue(session, { paused: true });
    daemon.caller = { kind: "agent" };
    await daemon.client.prompt(session, { ...words("of an agent"), ...how });
    await daemon.client.prompt(session, { ...words("another"), ...how });
    expect(await waitingIn(daemon, session)).toEqual([
      true,
      [
        ["of an agent", false],
        ["another", false],
      ],
    ]);
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    daemon.caller = { kind: "person" };
    await daemon.send(session, "of a person");
    await until("the person's", () => agent.prompts.length > 1);
    expect(agent.prompts).toEqual(["one", "of a person"]);
    expect(agent.heard.map(({ said }) => said)).not.toContain("steer");
  },
);

test("an agent's prompt waits where a person has stopped the turn, also when nothing was queued, until it is let go", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.client.interrupt(session);
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  daemon.caller = { kind: "agent" };
  await daemon.send(session, "of an agent");
  expect(await waitingIn(daemon, session)).toEqual([true, [["of an agent", false]]]);
  daemon.caller = { kind: "person" };
  await daemon.client.changeQueue(session, { paused: false });
  await until("the agent's", () => agent.prompts.length > 1);
});

test.for([
  ["at the front", { place: { before: null } }],
  ["with a turn stopped for it", { when: "interrupt" }],
] as const)(
  "a prompt that goes into a held queue, %s, is for people, also when nothing waits there",
  async ([, how]) => {
    const daemon = await testDaemon();
    const { session } = await daemon.working("one");
    await daemon.client.changeQueue(session, { paused: true });
    daemon.caller = { kind: "agent" };
    await expect(daemon.client.prompt(session, { ...words("now"), ...how })).rejects.toMatchObject({
      code: "self_approval",
      message: "An agent can't send past a held queue; a person must.",
    });
    expect(await waitingIn(daemon, session)).toEqual([true, []]);
    expect(daemon.types(session)).not.toContain("interrupt");
  },
);

test.for([
  ["a plain prompt", {}],
  ["one that goes first", { place: { before: null } }],
] as const)(
  "where the system does not tell who calls, %s goes after a stop, as nothing waits that it could pass",
  async ([, how]) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working("one");
    await daemon.client.interrupt(session);
    await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
    agent.say({ type: "turn_end", reason: "interrupted" });
    await daemon.ofType(session, "turn_end");
    daemon.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
    await daemon.client.prompt(session, { ...words("of anybody"), ...how });
    await until("the prompt", () => agent.prompts.length > 1);
  },
);
