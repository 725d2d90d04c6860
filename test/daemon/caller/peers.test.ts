// What `ss` says about who holds the other end of a socket, and names that are made to say something else.
import { expect, test } from "vitest";
import { parseRows, peersOf } from "../../../src/daemon/caller/peers.ts";

const row = (name: string, local: number, peer: number, users = ""): string =>
  `u_str ESTAB 0      0      ${name} ${local} * ${peer} ${users}   `;
const peers = (lines: readonly string[], inode: string) => peersOf(parseRows(lines.join("\n")), inode);

const connection = [
  row("/d.sock", 11, 12, 'users:(("node",pid=7,fd=20))'),
  row("*", 12, 11, 'users:(("skein",pid=8,fd=3),("sh",pid=9,fd=3))'),
];

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
  expect(peers([row("/d.sock", 11, 12), row("*", 12, 13, 'users:(("x",pid=8,fd=3))')], "11")).toEqual([]);
});

test("a socket whose name looks like a row's end hides nobody", () => {
  for (const name of ["/tmp/x 11 * 99", '/tmp/x 12 * 11 users:(("nice",pid=1,fd=3))']) {
    expect(peers([row(name, 55, 0), ...connection], "11")).toEqual([8, 9]);
    expect(peers([...connection, row(name, 55, 0)], "11")).toEqual([8, 9]);
  }
});

test("a row that is there twice is not believed", () => {
  expect(peers([...connection, row("*", 12, 11, 'users:(("nice",pid=1,fd=3))')], "11")).toEqual([]);
  expect(peers([...connection, row("/d.sock", 11, 99)], "11")).toEqual([]);
});

test.for(['users:(("a\nb",pid=8,fd=3))', 'users:(("",pid=1,fd=3))\n",pid=8,fd=3))', "users:((\n"])(
  "a process whose name breaks its row makes all of it unreadable: %j",
  (users) => {
    expect(() => parseRows([connection[0], row("*", 12, 11, users)].join("\n"))).toThrow("ss says what can't be read");
  },
);

test("quotes and numbers in the name of a process add callers, and take none away", () => {
  expect(peers([connection[0] ?? "", row("*", 12, 11, 'users:(("",pid=1,fd=3",pid=8,fd=3))')], "11")).toEqual([1, 8]);
});
