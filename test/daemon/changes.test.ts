// The list as a stream: all rows first, then each row that changes, once for all that changed together, and a word for each that goes.
import { expect, onTestFinished, test } from "vitest";
import type { ChangeLine, Frame } from "../../src/protocol/index.ts";
import { rawStream } from "../kit/raw-request.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

interface Rows {
  /** Everything that came, in order. */
  items(): (ChangeLine | Frame)[];
  /** In short: `name` of a row, `-name` of one that went, `#frame`. */
  told(): string[];
  /** Waits for this many, while time goes on. */
  sees(told: readonly string[]): Promise<void>;
  /** Where to go on after what came. */
  cursor(): string;
  close(): Promise<void>;
}

async function follow(daemon: TestDaemon, query = ""): Promise<Rows> {
  const stream = await rawStream({ socketPath: daemon.paths.socket, path: `/v1/changes?${query}` });
  onTestFinished(() => stream.close());
  const names = new Map<string, string>();
  const items = (): (ChangeLine | Frame)[] =>
    stream
      .text()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const short = (item: ChangeLine | Frame): string => {
    if ("frame" in item) return item.frame === "reset" ? `#reset ${item.reason}` : `#${item.frame}`;
    if ("removed" in item) return `-${names.get(item.removed) ?? "unknown"}`;
    names.set(item.row.id, item.row.name ?? "");
    return `${item.row.name}${item.row.active ? "*" : ""}`;
  };
  const told = (): string[] => items().map(short);
  return {
    items,
    told,
    async sees(expected) {
      await daemon.inTime(`${expected.join()} instead of ${told().join()}`, () => told().length >= expected.length);
      expect(told()).toEqual(expected);
    },
    cursor() {
      let [epoch, after] = ["", 0];
      for (const item of items()) {
        if ("commit" in item) after = item.commit;
        else if (item.frame === "hello") epoch = item.epoch;
        else if (item.frame === "caught_up") after = item.head;
      }
      return `after=${after}&epoch=${epoch}`;
    },
    async close() {
      stream.close();
      await stream.ended;
    },
  };
}

test("all rows come first, then those that change; with the cursor of any line only what changed since", async () => {
  const daemon = await testDaemon();
  const one = await daemon.newSession("one");
  daemon.clock.advance(1000);
  await daemon.newSession("two");
  const rows = await follow(daemon);
  await rows.sees(["#hello", "two*", "one", "#caught_up"]);
  await daemon.client.rename(one, "uno");
  await rows.sees(["#hello", "two*", "one", "#caught_up", "uno"]);
  const { items } = rows;
  expect(items().at(-1)).toEqual({ commit: daemon.log.lastCommit(), row: daemon.log.summary(one) });
  await rows.close();
  await daemon.newSession("three");
  const again = await follow(daemon, rows.cursor());
  // What was told with the cursor's own commit may come once more.
  await again.sees(["#hello", "uno", "three*", "two", "#caught_up"]);
});

test("who waits for news at most so long is not answered with what was told before", async () => {
  const daemon = await testDaemon();
  const one = await daemon.newSession("one");
  const rows = await follow(daemon);
  await rows.sees(["#hello", "one*", "#caught_up"]);
  const waiting = await follow(daemon, `${rows.cursor()}&wait=5`);
  await waiting.sees(["#hello", "one*", "#caught_up"]);
  await daemon.client.rename(one, "uno");
  await waiting.sees(["#hello", "one*", "#caught_up", "uno*", "#bye"]);
});

test("a hundred changes at a time are one row, and it says what is true when it is sent", async () => {
  const daemon = await testDaemon();
  const one = await daemon.newSession("one");
  const rows = await follow(daemon);
  await rows.sees(["#hello", "one*", "#caught_up"]);
  for (let n = 0; n < 100; n++) await daemon.client.rename(one, `name-${n}`);
  await rows.sees(["#hello", "one*", "#caught_up", "name-0*", "name-99*"]);
});

test("of rows that are sent together only the last moves the cursor: who goes away in between misses none", async () => {
  const daemon = await testDaemon();
  for (let n = 0; n < 90; n++) await daemon.newSession(`s${n}`);
  const rows = await follow(daemon);
  await until("all", () => rows.told().includes("#caught_up"));
  const commits = rows.items().flatMap((item) => ("commit" in item ? [item.commit] : []));
  expect(commits).toEqual([...Array(89).fill(0), daemon.log.lastCommit()]);
});

test("who is selected no more is told, too; also one that was selected by another client at the same time", async () => {
  const daemon = await testDaemon();
  const ids = [await daemon.newSession("a"), await daemon.newSession("b"), await daemon.newSession("c")];
  const rows = await follow(daemon);
  await until("all", () => rows.told().includes("#caught_up"));
  const held = new Map<string, boolean>();
  const agree = async (): Promise<void> => {
    await daemon.inTime("the rows to say what the list says", () => {
      for (const item of rows.items()) if ("row" in item) held.set(item.row.id, item.row.active);
      return ids.every((id) => held.get(id) === daemon.log.summary(id)?.active);
    });
  };
  await agree();
  await daemon.client.select(ids[0]!);
  await agree();
  await Promise.all([...ids, ...ids].map((id) => daemon.client.select(id)));
  await agree();
  expect([...held.values()].filter(Boolean)).toHaveLength(1);
});

test("a session that the filter lets in no more is removed, told once, and comes back when it is let in again", async () => {
  const daemon = await testDaemon();
  const one = await daemon.newSession("one");
  await daemon.newSession("other");
  const rows = await follow(daemon, "shelf=listed");
  await until("all", () => rows.told().length === 4);
  await daemon.client.archive(one, true);
  const told = [...rows.told(), "-one"];
  await rows.sees(told);
  await daemon.client.rename(one, "put-away");
  await daemon.client.archive(one, false);
  await rows.sees([...told, "put-away"]);
  await daemon.client.trash(one);
  await rows.sees([...told, "put-away", "-put-away"]);
  await daemon.client.restore(one);
  await rows.sees([...told, "put-away", "-put-away", "put-away"]);
});

test("what is removed for good is told to those who look at the trash, also when they were away meanwhile", async () => {
  const daemon = await testDaemon();
  const ids = [await daemon.newSession("a"), await daemon.newSession("b"), await daemon.newSession("c")];
  for (const id of ids) await daemon.client.trash(id);
  const rows = await follow(daemon, "shelf=trash");
  await until("all", () => rows.told().includes("#caught_up"));
  await daemon.client.emptyTrash([ids[0]!]);
  await daemon.inTime("its end", () => rows.told().at(-1) === "-a");
  await rows.close();
  await daemon.client.emptyTrash([ids[1]!]);
  const again = await follow(daemon, `shelf=trash&${rows.cursor()}`);
  await until("all", () => again.told().includes("#caught_up"));
  expect(again.items()).toContainEqual(expect.objectContaining({ removed: ids[1] }));
  // The next daemon does not know whether the one before it has removed more: nothing says so in the log.
  await again.close();
  await daemon.restart();
  const anew = await follow(daemon, `shelf=trash&${again.cursor()}`);
  await anew.sees(["#reset pruned", "#hello", "c*", "#caught_up"]);
});

test("the next daemon goes on where nothing was missed, and has everybody else start over", async () => {
  const daemon = await testDaemon();
  const one = await daemon.newSession("one");
  const early = await follow(daemon);
  await early.sees(["#hello", "one*", "#caught_up"]);
  await early.close();
  await daemon.client.rename(one, "uno");
  const late = await follow(daemon);
  await late.sees(["#hello", "uno*", "#caught_up"]);
  await daemon.restart();
  const [stale, fresh] = [await follow(daemon, early.cursor()), await follow(daemon, late.cursor())];
  await stale.sees(["#reset pruned", "#hello", "uno*", "#caught_up"]);
  await fresh.sees(["#hello", "#caught_up"]);
  const foreign = await follow(daemon, "after=1&epoch=other");
  await foreign.sees(["#reset epoch", "#hello", "uno*", "#caught_up"]);
  const ahead = await follow(daemon, "after=999");
  await ahead.sees(["#reset ahead", "#hello", "uno*", "#caught_up"]);
});

test("a session from a file is there when it is admitted, and a fork when it is made", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "turn_end", reason: "completed", mark: "mark-1" });
  await daemon.ofType(session, "turn_end");
  await daemon.client.rename(session, "origin");
  const file = daemon.log.read({ session, after: 0, limit: 999 }).events.map(({ line }) => `${line}\n`);
  const rows = await follow(daemon);
  await rows.sees(["#hello", "origin*", "#caught_up"]);
  const imported = await daemon.client.importSession(bytes(file.join("")), { asNew: true });
  await rows.sees(["#hello", "origin*", "#caught_up", imported.session?.name ?? "nothing"]);
  await daemon.client.fork(session, { name: "branch" });
  await daemon.inTime("both", () => rows.told().length === 6);
  expect(rows.told().slice(4).toSorted()).toEqual(["branch*", "origin"]);
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
