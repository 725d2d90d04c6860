import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { RowChanges } from "../../src/session/row-changes.ts";
import { changeFor } from "../contracts/log/samples.ts";

async function commits(count: number) {
  const log = createMemoryLog();
  const append = (): Promise<unknown> => {
    const [from, to] = [log.lastCommit() + 1, log.lastCommit() + 1];
    return log.append(changeFor("s", [from, to]));
  };
  for (let n = 0; n < count; n++) await append();
  return { log, append };
}

test("it knows what changed since it began, each session once, in the order of the last changes", async () => {
  const { log, append } = await commits(5);
  const changes = new RowChanges(log);
  expect([changes.knownFrom, changes.since(5)]).toEqual([5, []]);
  for (const session of ["a", "b", "c", "a"]) {
    await append();
    changes.note(session);
  }
  expect(changes.since(5)).toEqual(["b", "c", "a"]);
  expect([changes.since(8), changes.since(9), changes.since(10)]).toEqual([["c", "a"], ["a"], []]);
});

test("it keeps so many, and says from where on it knows all", async () => {
  const { log, append } = await commits(1);
  const changes = new RowChanges(log, { mostKept: 2 });
  for (const session of ["a", "b", "c"]) {
    await append();
    changes.note(session);
  }
  expect([changes.knownFrom, changes.since(changes.knownFrom)]).toEqual([3, ["b", "c"]]);
});

test("after the log has failed nobody goes on: what was committed meanwhile may not have been noted", async () => {
  const { log } = await commits(3);
  const changes = new RowChanges(log);
  const heard: string[] = [];
  const stop = changes.follow({ changed: (id) => heard.push(id), lost: () => heard.push("lost") });
  changes.note("a");
  changes.restart();
  expect([heard, changes.knownFrom]).toEqual([["a", "lost"], 4]);
  stop();
  changes.note("b");
  expect(heard).toEqual(["a", "lost"]);
});
