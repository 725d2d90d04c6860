// The list of all sessions that keeps itself up to date.
import { expect, onTestFinished, test } from "vitest";
import { Skein, unixTransport } from "../../src/client/index.ts";
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
  await until("the second", () => list.sessions.some(({ name }) => name === "second"));
  await until("that listeners are told", () => told > 0);
  await daemon.stop();
  await until("it is away", () => list.connection === "offline");
  expect(list.sessions).toHaveLength(2);
  await daemon.start();
  await daemon.client.rename(first, "renamed");
  await until("the name", () => list.sessions.some(({ name }) => name === "renamed"));
  await until("live again", () => list.connection === "live");
});

test("where nothing changes nothing is asked, and after close nothing either", async () => {
  const daemon = await testDaemon();
  await daemon.newSession();
  let lists = 0;
  const transport = unixTransport(daemon.paths.socket);
  const skein = new Skein({
    transport: (request) => {
      if (request.path.startsWith("/v1/sessions")) lists++;
      return transport(request);
    },
    name: "test",
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const list = await skein.list();
  await until("live", () => list.connection === "live");
  const before = lists;
  const view = await skein.view(list.sessions[0]!.id);
  const afterView = lists;
  await view.until(({ connection }) => connection === "live");
  view.close();
  expect(before).toBe(2);
  expect(lists).toBeLessThanOrEqual(afterView + 1);
  list.close();
  const closed = lists;
  await daemon.newSession();
  await until("closed", () => list.connection === "offline");
  expect(lists).toBe(closed);
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
  await until("it to move", () => archived()[0] === "beta" && byName().length === 2);
  await daemon.send(ids[2]!, "go");
  await until("it to run", () => running()[0] === "gamma");
  expect([byName(), archived(), running(), nobodys()]).toEqual([["alpha", "gamma"], ["beta"], ["gamma"], []]);
});

test("a filter that can't be meant is refused before anything is asked", async () => {
  const skein = new Skein({ transport: () => Promise.reject(new Error("asked")), name: "test" });
  await expect(skein.list({ since: "soon" })).rejects.toThrow(`since can't be "soon"`);
});
