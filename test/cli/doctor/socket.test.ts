import { expect, test } from "vitest";
import { type SocketFacts, socketFinding } from "../../../src/cli/doctor/socket.ts";

const facts: SocketFacts = {
  path: "/home/ada/.skein/daemon.sock",
  shown: "~/.skein/daemon.sock",
  isMoved: false,
  directory: { kind: "directory", mode: 0o700 },
  found: { kind: "socket", mode: 0o600 },
  reached: "answers",
  distrust: null,
};
const entry = facts.found!;
const moved = { ...facts, path: "/tmp/skein-1000/ab.sock", shown: "/tmp/skein-1000/ab.sock", isMoved: true };
const directory = facts.directory!;

test.for<[why: string, facts: SocketFacts, state: string, text: string, fix?: string]>([
  ["all is well", facts, "ok", "~/.skein/daemon.sock, yours alone"],
  [
    "nobody was there yet",
    { ...facts, found: null, reached: "absent" },
    "note",
    "~/.skein/daemon.sock does not exist: no daemon listens",
  ],
  [
    "a daemon died",
    { ...facts, reached: "absent" },
    "note",
    "~/.skein/daemon.sock was left by a daemon that died; the next one replaces it",
  ],
  [
    "it is paused",
    { ...facts, reached: "silent" },
    "note",
    "~/.skein/daemon.sock accepts connections, but nobody answers",
  ],
  [
    "it is closed",
    { ...facts, reached: "forbidden" },
    "failed",
    "~/.skein/daemon.sock can't be opened",
    "chmod 600 /home/ada/.skein/daemon.sock",
  ],
  [
    "something else is in its place",
    { ...facts, found: { ...entry, kind: "directory" }, reached: "absent" },
    "failed",
    "~/.skein/daemon.sock is a directory, not a socket",
    "mv /home/ada/.skein/daemon.sock /home/ada/.skein/daemon.sock.old",
  ],
  [
    "it is another user's",
    { ...facts, distrust: { problem: "it belongs to user 1001", fix: "rm it" } },
    "failed",
    "it belongs to user 1001",
    "rm it",
  ],
  [
    "others may call",
    { ...facts, found: { ...entry, mode: 0o666 } },
    "warning",
    "~/.skein/daemon.sock is open to others on this machine (mode 666)",
    "chmod 600 /home/ada/.skein/daemon.sock",
  ],
  ["the home is too long", moved, "ok", "/tmp/skein-1000/ab.sock: the path of SKEIN_HOME is too long for it"],
  [
    "the home is too long, and the place is open",
    { ...moved, directory: { ...directory, mode: 0o755 } },
    "warning",
    "others can read /tmp/skein-1000",
    "chmod 700 /tmp/skein-1000",
  ],
])("%s", ([, facts, state, text, fix]) => {
  expect(socketFinding(facts)).toEqual({ title: "socket", state, text, ...(fix === undefined ? {} : { fix }) });
});
