// What `ss` says about who holds the other end of a socket, and names that are made to say something else.
import { expect, test } from "vitest";
import { failureOf, LookInterrupted, parseRows, peersOf } from "../../../src/daemon/gate/peers.ts";

const row = (name: string, local: number, peer: number): string =>
  `u_str ESTAB 0      0      ${name} ${local} * ${peer}   `;
const holders = new Map([
  ["11", new Set([7])],
  ["12", new Set([8, 9])],
  ["55", new Set([1])],
]);
const peers = (lines: readonly string[], inode: string) =>
  peersOf({ rows: parseRows(lines.join("\n")), holders }, inode);

const connection = [row("/d.sock", 11, 12), row("*", 12, 11)];

test("the callers are all who hold the other end, also where the socket's path has spaces", () => {
  expect(peers(connection, "11")).toEqual([8, 9]);
  const spaced = [row("/home/a b/daemon.sock", 11, 12), connection[1] ?? ""];
  expect(peers(spaced, "11")).toEqual([8, 9]);
});

test("a connection that is not listed, or only by one end, has no callers", () => {
  expect(peers(connection, "99")).toEqual([]);
  expect(peers(connection.slice(0, 1), "11")).toEqual([]);
  expect(peers(connection.slice(1), "11")).toEqual([]);
  expect(peers([row("/d.sock", 11, 0)], "11")).toEqual([]);
  // The other end's number belongs to another connection by now.
  expect(peers([row("/d.sock", 11, 12), row("*", 12, 13)], "11")).toEqual([]);
});

test("a connection whose other end nobody holds has no callers", () => {
  expect(peers([row("/d.sock", 21, 22), row("*", 22, 21)], "21")).toEqual([]);
});

test("a socket whose name looks like a row's end hides nobody", () => {
  for (const name of ["/tmp/x 11 * 99", '/tmp/x 12 * 11 users:(("nice",pid=1,fd=3))']) {
    expect(peers([row(name, 55, 0), ...connection], "11")).toEqual([8, 9]);
    expect(peers([...connection, row(name, 55, 0)], "11")).toEqual([8, 9]);
  }
});

test("a row that is there twice is not believed", () => {
  expect(peers([...connection, row("*", 12, 11)], "11")).toEqual([]);
  expect(peers([...connection, row("/d.sock", 11, 99)], "11")).toEqual([]);
});

test.for(["x 12 * 11", "u_str ESTAB 0 0", 'u_str ESTAB 0 0 * 12 * 11 users:(("a",pid=1,fd=3))'])(
  "a list with a line that is no row is not believed at all: %j",
  (line) => {
    expect(() => parseRows([...connection, line].join("\n"))).toThrow("in a format that Skein can't read");
  },
);

test.for([
  ["it could not be started as there are too many processes", { code: "EAGAIN" }, true],
  ["somebody ended it", { code: null, signal: "SIGKILL" }, true],
  ["it took too long", {}, false],
  ["it may not be started", { code: "EACCES" }, false],
  ["it says that the system has no such thing", { code: 1, signal: null }, false],
  ["it is not there", { code: "ENOENT" }, false],
] as const)("of a look that failed, %s: %o, whether it was interrupted: %s", ([, error, isInterrupted]) => {
  expect(failureOf({ message: "spawn ss", code: null, signal: null, ...error }) instanceof LookInterrupted).toBe(
    isInterrupted,
  );
});

test("that ss is missing has a code of its own", () => {
  const failed = { message: "spawn ss", code: null, signal: null };
  expect(failureOf({ ...failed, code: "ENOENT" })).toMatchObject({ reason: "ss_missing" });
  expect(failureOf({ ...failed, code: 1 })).toMatchObject({ reason: "ss_failed" });
});
