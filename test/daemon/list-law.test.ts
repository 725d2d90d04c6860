// Whatever happens to sessions, connections and daemons: a list that keeps itself up to date comes to be what the daemon would list.
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ConnectionError, Skein, type Transport, unixTransport } from "../../src/client/index.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";

type Filter = NonNullable<Parameters<Skein["list"]>[0]>;

const filters: readonly Filter[] = [
  {},
  { archived: "also", sort: "name" },
  { archived: "only", sort: "created" },
  { status: "running", agent: "scripted" },
  { since: "2026-01-01T01:00:00.000Z" },
];

const actions = [
  "create",
  "rename",
  "select",
  "archive",
  "unarchive",
  "trash",
  "restore",
  "purge",
  "fork",
  "send",
] as const;
const step = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...actions), fc.nat(5)) },
  { weight: 2, arbitrary: fc.constantFrom("cut" as const, "wait" as const, "restart" as const) },
);

/** A way to the daemon that the test can cut. */
function cuttable(socket: string): { transport: Transport; cut: () => void } {
  const direct = unixTransport(socket);
  let line = new AbortController();
  return {
    async transport(request) {
      const { signal } = line;
      const lost = (error: unknown): never => {
        throw signal.aborted ? new ConnectionError("lost", "cut") : error;
      };
      const both = AbortSignal.any([signal, ...(request.signal ? [request.signal] : [])]);
      const response = await direct({ ...request, signal: both }).catch(lost);
      const body = async function* () {
        try {
          yield* response.body;
        } catch (error) {
          lost(error);
        }
      };
      return { ...response, body: body() };
    },
    cut: () => {
      line.abort();
      line = new AbortController();
    },
  };
}

async function act(daemon: TestDaemon, action: (typeof actions)[number], n: number): Promise<unknown> {
  const { client, log } = daemon;
  const ids = log.sessionIds({ shelves: ["listed", "archived", "trash"], sort: "created" });
  const id = ids[n % Math.max(1, ids.length)];
  if (action === "create" || id === undefined) return daemon.newSession();
  daemon.clock.advance(20 * 60_000);
  switch (action) {
    case "rename":
      return client.rename(id, `name-${n}`);
    case "select":
      return client.select(id);
    case "archive":
    case "unarchive":
      return client.archive(id, action === "archive", { force: true });
    case "trash":
      return client.trash(id, { force: true });
    case "restore":
      return client.restore(id);
    case "purge":
      return client.emptyTrash();
    case "fork":
      return client.fork(id);
    case "send":
      return daemon.send(id, "go");
  }
}

test("after any changes, cuts, purges and restarts each list is what the daemon lists with its filter", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const daemon = await testDaemon();
      const { transport, cut } = cuttable(daemon.paths.socket);
      const skein = new Skein({ transport, name: "test", wait: () => delay(1) });
      const lists = await Promise.all(filters.map((filter) => skein.list(filter)));
      try {
        for (const one of steps) {
          if (one === "cut") cut();
          else if (one === "wait") daemon.clock.advance(200);
          else if (one === "restart") await daemon.restart();
          // What is refused changes nothing.
          else await act(daemon, ...one).catch(() => undefined);
        }
        const shelf = { also: "all", only: "archived" } as const;
        for (const [index, { archived, status, agent, since, sort }] of filters.entries()) {
          const query = { shelf: archived && shelf[archived], status, agent, since, sort } as Parameters<
            Skein["sessions"]
          >[0];
          await daemon.inTime(`list ${index}`, async () => {
            const listed = await daemon.client.sessions(query);
            return JSON.stringify(lists[index]?.sessions) === JSON.stringify(listed);
          });
          expect(lists[index]?.sessions).toEqual(await daemon.client.sessions(query));
        }
      } finally {
        for (const list of lists) list.close();
        await daemon.stop("stop");
      }
    }),
    { numRuns: 15 },
  );
});
