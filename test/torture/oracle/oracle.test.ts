// An oracle that never says no would make every scenario pass: here it is shown each kind of fault.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteLog } from "../../../src/log/index.ts";
import { A, changeFor } from "../../contracts/log/samples.ts";
import type { AnyEvent } from "../../kit/daemon-process.ts";
import { answered, applied, asked, body, delivered, ended, place, queued, said, started } from "../../kit/events.ts";
import { until } from "../../kit/until.ts";
import { temporaryPath } from "../../log/temporary-log.ts";
import {
  type Conversation,
  convergenceFaults,
  conversationFaults,
  processFaults,
  resourceFaults,
  storedFaults,
  wordFaults,
} from "../oracle.ts";

async function logWith(events: number): Promise<string> {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await log.append(changeFor(A, [1, events]));
  await log.close();
  return path;
}

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

test("what is stored as it was acknowledged is no fault", async () => {
  expect(await storedFaults(await logWith(3), [{ session: A, seq: 3 }])).toEqual([]);
});

test("an acknowledged event, receipt or text that is not there is one", async () => {
  const faults = await storedFaults(await logWith(3), [
    { session: A, seq: 4 },
    { session: A, seq: 3, line: "another" },
    { session: A, seq: 3, command: "never stored" },
    { session: A, seq: 3, blob: "0".repeat(64) },
    { session: "nobody", seq: 1 },
  ]);
  expect(faults).toHaveLength(5);
});

test.for([
  ["changed", "UPDATE events SET data = '{}' WHERE seq = 2"],
  ["missing", "DELETE FROM events WHERE seq = 2"],
  ["missing at the end", "DELETE FROM events WHERE seq = 3"],
])("an event that is %s shows", async ([, sql = ""]) => {
  const path = await logWith(3);
  change(path, sql);
  expect(await storedFaults(path, [], { mayBeRepaired: true })).not.toEqual([]);
});

test("a repair that nothing called for is a fault", async () => {
  const path = await logWith(1);
  mkdirSync(join(dirname(path), "damaged"));
  expect(await storedFaults(path, [])).toHaveLength(1);
});

const whole = [
  queued("p1"),
  started("r1"),
  ...delivered("p1", "t1"),
  said("m1", "one "),
  asked("q1"),
  answered("q1"),
  applied("q1"),
  said("m1", "two"),
  ended("t1"),
];
const prompts = [{ id: "p1", marks: ["ran"], words: "one two" }];

function conversation(bodies: Parameters<typeof place>[0], trace: string[]): Conversation {
  return { session: A, events: place(bodies) as AnyEvent[], prompts, trace };
}

test("a conversation in which everything happened once is whole", () => {
  expect(conversationFaults(conversation(whole, ["ran"]))).toEqual([]);
});

test.for<[string, Parameters<typeof place>[0], string[]]>([
  ["a tool that ran twice", whole, ["ran", "ran"]],
  ["a tool that never ran", whole, []],
  ["a prompt that was delivered twice", [...whole, ...delivered("p1", "t2"), ended("t2")], ["ran"]],
  ["a turn without an end", whole.slice(0, -1), ["ran"]],
  ["a turn with two ends", [...whole, ended("t1")], ["ran"]],
  ["an answer that was applied twice", [...whole, applied("q1")], ["ran"]],
  ["a question that nobody closed", whole.filter((one) => one !== whole[7]), ["ran"]],
  ["a word that came twice", [...whole.slice(0, -1), said("m1", "two"), ended("t1")], ["ran"]],
  ["a word that is missing", whole.filter((one) => one !== whole[8]), ["ran"]],
])("%s shows", ([, bodies, trace]) => {
  expect(conversationFaults(conversation(bodies, trace))).not.toEqual([]);
});

test("followers that saw different things, or fewer, show", () => {
  const lines = place(whole).map((event) => JSON.stringify(event));
  const other = JSON.stringify({ ...place([body("renamed", { name: "x" })])[0] });
  expect(convergenceFaults({ session: A, lived: lines, fresh: lines })).toEqual([]);
  expect(convergenceFaults({ session: A, lived: lines.slice(0, -1), fresh: lines })).not.toEqual([]);
  expect(convergenceFaults({ session: A, lived: [other, ...lines.slice(1)], fresh: lines })).not.toEqual([]);
});

test("a process that is left shows, while it lives", async () => {
  const child = spawn("sleep", ["600"], { env: { ...process.env, SKEIN_RUN: "left-behind" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  await until("the process", () => processFaults(["left-behind"]).length === 1);
  child.kill("SIGKILL");
  await until("its end", () => processFaults(["left-behind"]).length === 0);
});

test("memory and descriptors that were not given back show, and words without a cause or a remedy", () => {
  const before = { memoryKb: 100_000, descriptors: 30 };
  expect(resourceFaults(before, before)).toEqual([]);
  expect(resourceFaults(before, { memoryKb: 200_000, descriptors: 60 })).toHaveLength(2);
  expect(wordFaults("It failed.", { cause: /disk is full/, remedy: /Free/ })).toHaveLength(2);
});
