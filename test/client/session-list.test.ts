// The list of all sessions that keeps itself up to date.
import { expect, onTestFinished, test, vi } from "vitest";
import { Skein, type Transport, unixTransport } from "../../src/client/index.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("it shows what changes in any session, and survives a daemon that is replaced", async () => {
  const daemon = await testDaemon();
  const first = await daemon.newSession("first");
  const skein = new Skein({ transport: unixTransport(daemon.paths.socket), name: "test" });
  const list = await skein.list();
  onTestFinished(() => list.close());
  expect(list.sessions.map(({ name }) => name)).toEqual(["first"]);
  await until("live", () => list.connection === "live");
  let told = 0;
  list.subscribe(() => told++);
  await daemon.newSession("second");
  await daemon.inTime("the second", () => list.sessions.some(({ name }) => name === "second"));
  await until("that listeners are told", () => told > 0);
  await daemon.stop();
  await until("it is away", () => list.connection === "offline");
  expect(list.sessions).toHaveLength(2);
  await daemon.start();
  await daemon.client.rename(first, "renamed");
  await daemon.inTime("the name", () => list.sessions.some(({ name }) => name === "renamed"));
  await until("live again", () => list.connection === "live");
});

test("rows are asked for once, those that change come by themselves, and after close nothing does", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession("one");
  const asked: string[] = [];
  let rows = 0;
  const transport: Transport = async (request) => {
    asked.push(request.path);
    const response = await unixTransport(daemon.paths.socket)(request);
    const counted = async function* (body: AsyncIterable<Uint8Array>) {
      for await (const chunk of body) {
        rows += new TextDecoder().decode(chunk).split('"row":').length - 1;
        yield chunk;
      }
    };
    return { ...response, body: counted(response.body) };
  };
  const list = await new Skein({ transport, name: "test" }).list({ sort: "name" });
  await until("live", () => list.connection === "live");
  const { lastCommit, epoch } = { lastCommit: daemon.log.lastCommit(), epoch: daemon.log.epoch };
  expect(asked).toEqual(["/v1/changes?after=0", `/v1/changes?after=${lastCommit}&epoch=${epoch}`]);
  const before = rows;
  await daemon.client.rename(session, "uno");
  await daemon.inTime("the name", () => list.sessions[0]?.name === "uno");
  expect([rows - before, asked.length]).toEqual([1, 2]);
  const copy = list.sessions;
  expect(list.sessions).toBe(copy);
  list.close();
  await daemon.client.rename(session, "eins");
  await until("closed", () => list.connection === "offline");
  expect([list.sessions[0]?.name, asked.length]).toEqual(["uno", 2]);
});

test("who is no longer recent is left out, though nothing says so", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-01T00:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  const daemon = await testDaemon();
  await daemon.newSession("old");
  daemon.clock.advance(60 * 60_000);
  await daemon.newSession("new");
  const skein = new Skein({ transport: unixTransport(daemon.paths.socket), name: "test" });
  const list = await skein.list({ since: "2h" });
  onTestFinished(() => list.close());
  const names = () => list.sessions.map(({ name }) => name);
  expect(names()).toEqual(["new", "old"]);
  vi.setSystemTime("2026-01-01T02:30:00.000Z");
  expect(names()).toEqual(["new"]);
});

test("a daemon that has no such stream is named as the reason", async () => {
  const problem = { code: "route_not_found", detail: "There is no GET /v1/changes.", status: 404 };
  const body = async function* () {
    yield new TextEncoder().encode(JSON.stringify(problem));
  };
  const transport: Transport = async () => ({ status: 404, body: body() });
  const skein = new Skein({ transport, name: "test" });
  await expect(skein.list()).rejects.toThrow("The daemon is older than this program");
});

test("a filter holds for what it shows at first and for everything that changes, and gives the order", async () => {
  const daemon = await testDaemon();
  const ids = [await daemon.newSession("beta"), await daemon.newSession("alpha"), await daemon.newSession("gamma")];
  const skein = new Skein({ transport: unixTransport(daemon.paths.socket), name: "test" });
  const open = async (filter: Parameters<Skein["list"]>[0]) => {
    const list = await skein.list(filter);
    onTestFinished(() => list.close());
    return () => list.sessions.map(({ name }) => name);
  };
  const byName = await open({ sort: "name" });
  const archived = await open({ archived: "only" });
  const running = await open({ status: ["running", "starting"], workspace: daemon.workspace });
  const nobodys = await open({ agent: "nobody" });
  expect([byName(), archived(), running(), nobodys()]).toEqual([["alpha", "beta", "gamma"], [], [], []]);
  await daemon.client.archive(ids[0]!, true);
  await daemon.inTime("it to move", () => archived()[0] === "beta" && byName().length === 2);
  await daemon.send(ids[2]!, "go");
  await daemon.inTime("it to run", () => running()[0] === "gamma");
  expect([byName(), archived(), running(), nobodys()]).toEqual([["alpha", "gamma"], ["beta"], ["gamma"], []]);
});

test("a filter that can't be meant is refused before anything is asked", async () => {
  const skein = new Skein({ transport: () => Promise.reject(new Error("asked")), name: "test" });
  await expect(skein.list({ since: "soon" })).rejects.toThrow(`since can't be "soon"`);
});

test("who waits for changes hears the end when the list is closed", async () => {
  const daemon = await testDaemon();
  const list = await new Skein({ transport: unixTransport(daemon.paths.socket), name: "test" }).list();
  let looks = 0;
  const waiting = (async () => {
    for await (const _ of list.changes(new AbortController().signal)) looks++;
  })();
  await until("the first look", () => looks > 0);
  list.close();
  await waiting;
});
