import { expect, onTestFinished, test } from "vitest";
import { Skein, unixTransport } from "../../src/client/index.ts";
import { daemonOnDisk } from "../kit/daemon-on-disk.ts";
import { collect } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const message = (id: string) => ({ type: "agent_message", data: { messageId: id, text: id } }) as const;

test("while the log can't be written nothing is acknowledged, agents stand still, and everything goes on by itself afterwards", async () => {
  const { daemon, takeDiskAway } = await daemonOnDisk();
  const { session, agent } = await daemon.working();
  const followed = collect(daemon.client.follow(session, { after: 0 }));
  agent.say(message("before"));
  await daemon.event(session, ({ data }) => data.text === "before");

  daemon.clock.advance(20);
  const bringBack = takeDiskAway();
  agent.say(message("meanwhile"));
  await until("the agent to stand still", () => agent.isPaused);
  await expect(daemon.client.prompt(session, { content: [{ type: "text", text: "lost?" }] })).rejects.toMatchObject({
    code: "fenced",
    status: 507,
    message: expect.stringContaining("Restore"),
  });
  const server = await daemon.client.server();
  expect(server.storage).toMatchObject({ kind: "fenced", text: expect.stringMatching(/^storage: .*automatically/) });
  expect((await daemon.client.session(session)).session.id).toBe(session);

  bringBack();
  await daemon.event(session, ({ data }) => data.text === "meanwhile");
  expect(agent.isPaused).toBe(false);
  agent.say(message("after"), { type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  await daemon.send(session, "next");
  await until("the next prompt", () => agent.prompts.includes("next"));

  const texts = daemon
    .events(session)
    .flatMap(({ type, data }) => (type === "agent_message" ? [(data as { text: string }).text] : []));
  expect(texts).toEqual(["before", "meanwhile", "after"]);
  expect(agent.prompts).toEqual(["go", "next"]);
  expect(daemon.log.verify(session)).toBeNull();
  const head = daemon.events(session).length;
  await until("the follower to have it all", () => followed.seqs().length >= head);
  expect(followed.seqs().slice(0, head)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
});

test("a command that failed for want of a disk is carried out once when it is sent again", async () => {
  const { daemon, takeDiskAway } = await daemonOnDisk();
  const { session, agent } = await daemon.working();
  const bringBack = takeDiskAway();
  const body = { id: "01890a5d-ac96-774b-bcce-b302099a8057", content: [{ type: "text" as const, text: "again" }] };
  await expect(daemon.client.prompt(session, body)).rejects.toMatchObject({ code: "fenced" });
  bringBack();
  await until("the log", () => daemon.log.condition().kind === "writable");
  await daemon.client.prompt(session, body);
  expect(await daemon.client.prompt(session, body)).toMatchObject({ replayed: true });
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the prompt", () => agent.prompts.includes("again"));
  expect(daemon.types(session).filter((type) => type === "prompt_queued")).toHaveLength(2);
});

test("a daemon that died while agents stood still lets them go on when it is back", async () => {
  const { daemon } = await daemonOnDisk();
  const { agent } = await daemon.working();
  await daemon.stop("keep");
  await daemon.keeper.pause([agent.spec.run]);
  await daemon.start();
  expect(agent.isPaused).toBe(false);
});

test("[R-34] a stop of all agents ends though the log fails and comes back while an agent takes its time to end", async () => {
  const { daemon, takeDiskAway } = await daemonOnDisk();
  const { session, agent } = await daemon.working();
  const end = agent.onStop;
  let stops = 0;
  agent.onStop = () => void stops++;
  const stopped = daemon.stop("stop");
  await until("the agent to be told to end", () => stops === 1);
  const bringBack = takeDiskAway();
  agent.say(message("meanwhile"));
  await until("the agent to stand still", () => agent.isPaused);
  bringBack();
  await until("the agent to be told again", () => stops === 2);
  end();
  await stopped;
  expect(daemon.types(session)).toContain("agent_exit");
});

test("a list tells that the log can't be written, also to whoever comes meanwhile, and that it can again", async () => {
  const { daemon, takeDiskAway } = await daemonOnDisk();
  const { session } = await daemon.working();
  const skein = new Skein({ transport: unixTransport(daemon.paths.socket), name: "page" });
  const openList = async () => {
    const list = await skein.list();
    onTestFinished(() => list.close());
    await until("live", () => list.connection === "live");
    return list;
  };
  const early = await openList();
  expect(early.storage).toBe(null);
  const bringBack = takeDiskAway();
  const body = { content: [{ type: "text" as const, text: "lost?" }] };
  await expect(daemon.client.prompt(session, body)).rejects.toMatchObject({ code: "fenced" });
  const late = await openList();
  for (const list of [early, late]) await until("that it is told", () => list.storage?.kind === "fenced");
  bringBack();
  for (const list of [early, late]) await until("that it is over", () => list.storage === null);
});
