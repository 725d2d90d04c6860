// A caller that says that it is inside an agent is believed, whatever the system tells: that only takes rights away.
import { expect, test, vi } from "vitest";
import { Client, unixTransport } from "../../../src/client/index.ts";
import { connect } from "../../../src/client-entry/node.ts";
import { hookMarkerOf } from "../../../src/daemon/attention/start-command.ts";
import { runCli } from "../../cli/run-cli.ts";
import { type TestDaemon, testDaemon } from "../../kit/test-daemon.ts";

const inTheDark = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false } as const;

const clientWithin = ({ paths }: TestDaemon, ...within: string[]): Client =>
  new Client({ transport: unixTransport(paths.socket), name: "tool", within });

const senders = (daemon: TestDaemon, session: string): string[] =>
  daemon.events(session).flatMap(({ type, by }) => (type === "prompt_queued" ? [by.kind] : []));

test("who names a run is an agent: as a sender, and for what is for people", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const client = clientWithin(daemon, "run-1");
  for (const caller of [inTheDark, { kind: "person" }] as const) {
    daemon.caller = caller;
    expect(await client.caller()).toMatchObject({ kind: "agent", needsCode: false });
    await expect(client.emptyTrash()).rejects.toMatchObject({ code: "self_approval" });
    await client.prompt(session, { content: [{ type: "text", text: "go" }] });
  }
  expect(senders(daemon, session)).toEqual(["agent", "agent"]);
});

test("an agent's own session is known by the run that its program names", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  expect(await clientWithin(daemon, agent.spec.run).caller()).toMatchObject({ kind: "agent", session });
  const stranger = await clientWithin(daemon, "run-1").caller();
  expect([stranger.kind, stranger.session]).toEqual(["agent", undefined]);
});

test("a hook of the home's own speaks for its person; one of another home, or inside an agent, does not", async () => {
  const daemon = await testDaemon();
  const kindOf = async (...within: string[]) => (await clientWithin(daemon, ...within).caller()).kind;
  const own = `${hookMarkerOf(daemon.paths.home)}1`;
  expect(await kindOf(own)).toBe("person");
  expect(await kindOf(`${hookMarkerOf("/another/home")}1`)).toBe("agent");
  expect(await kindOf(own, "run-1")).toBe("agent");
});

test.for(["SKEIN_RUN", "SKEIN_WITHIN"])("the client library in Node says so where %s is set", async (name) => {
  const daemon = await testDaemon();
  daemon.caller = inTheDark;
  vi.stubEnv(name, "run-1");
  const inside = connect({ socket: daemon.paths.socket });
  vi.unstubAllEnvs();
  const outside = connect({ socket: daemon.paths.socket });
  const session = await daemon.newSession();
  for (const client of [inside, outside]) await client.prompt(session, { content: [{ type: "text", text: "go" }] });
  expect(senders(daemon, session)).toEqual(["agent", "client"]);
});

test.for(["SKEIN_RUN", "SKEIN_WITHIN"])("the command line says so where %s is set", async (name) => {
  const daemon = await testDaemon();
  daemon.caller = inTheDark;
  const session = await daemon.newSession("worker");
  const here = { home: daemon.paths.home, cwd: daemon.workspace };
  expect(await runCli(["send", "worker", "go"], { ...here, env: { [name]: "run-1" } })).toMatchObject({ code: 0 });
  expect(await runCli(["send", "worker", "go"], here)).toMatchObject({ code: 0 });
  expect(senders(daemon, session)).toEqual(["agent", "client"]);
});
