// Files that are refused as a whole, each with the sentence that says why.
import { createHash } from "node:crypto";
import { asked, at, event, ID, linesOf, OTHER, type Piece, start, talk } from "./lines.ts";

/** `here` is a directory of this machine. */
export interface RefusedFile {
  readonly name: string;
  readonly pieces: (here: string) => readonly Piece[];
  /** Of the sentence; the number of the line is in it where there is one. */
  readonly says: string;
}

const refused = (name: string, says: string, pieces: (here: string) => readonly Piece[]): RefusedFile => ({
  ...{ name, says, pieces },
});

const NUL = "\u0000";
const [startLine = ""] = linesOf([start("/")]);
const part = (hash: string, more: object = {}): string =>
  JSON.stringify({ blob: hash, part: 0, last: true, base64: Buffer.from("text").toString("base64"), ...more });
const hash = createHash("sha256").update("text").digest("hex");
const withKey = (key: string, value: unknown): string =>
  startLine.replace('"type"', `${JSON.stringify(key)}:${JSON.stringify(value)},"type"`);

export const refusedFiles: readonly RefusedFile[] = [
  refused("an empty line", "Line 2 can't be imported: it is not JSON", (here) => [start(here), ""]),
  refused("a line of blanks", "Line 2 can't be imported", (here) => [start(here), "   "]),
  refused("half a line", "Line 1 can't be imported: it is not JSON", () => [startLine.slice(0, -7)]),
  refused("two events in a line", "Line 1 can't be imported: it is not JSON", () => [`${startLine}${startLine}`]),
  refused("a byte order mark", "Line 1 can't be imported", () => [`\ufeff${startLine}`]),
  refused("a carriage return at the end", "Line 1 can't be imported", () => [`${startLine}\r`]),
  refused("null", "Line 1 can't be imported: it is not an event", () => ["null"]),
  refused("a number", "Line 1 can't be imported: it is not an event", () => ["7"]),
  refused("a string", "Line 1 can't be imported: it is not an event", () => ['"session"']),
  refused("a list", "Line 1 can't be imported: it is not an event", () => [`[${startLine}]`]),
  refused("an object without anything", "Line 1 can't be imported: it is not an event", () => ["{}"]),
  refused("a comment", "Line 1 can't be imported: it is not JSON", () => [`// ${startLine}`]),
  refused("NaN for a seq", "Line 1 can't be imported: it is not JSON", () => [startLine.replace(":1,", ":NaN,")]),
  refused("a seq of 0", "Line 1 can't be imported: expected event 1", () => [startLine.replace(":1,", ":0,")]),
  refused("a seq below 0", "expected event 1", () => [startLine.replace(":1,", ":-1,")]),
  refused("half a seq", "it is not an event", () => [startLine.replace(":1,", ":1.5,")]),
  refused("a seq in words", "it is not an event", () => [startLine.replace(":1,", ':"1",')]),
  refused("a seq with an exponent", "not in the form that skein export writes", () => [
    startLine.replace(":1,", ":1e0,"),
  ]),
  refused("a seq beyond all numbers", "it is not an event", () => [startLine.replace(":1,", ":1e400,")]),
  refused("a seq that no float can hold", "it is not an event", () => [startLine.replace(":1,", ":9007199254740993,")]),
  refused("the largest seq", "expected event 1", () => [startLine.replace(":1,", ":9007199254740991,")]),
  refused("a million empty objects", "Line 2 can't be imported: it has more than 500000 values", (here) => [
    start(here),
    event("notice", { detail: new Array(1_000_000).fill({}) }),
  ]),
  refused("a million numbers where a long text should be", "Line 2 can't be imported: it has more", (here) => [
    start(here),
    `{"blob":[${"0,".repeat(1_000_000)}0]}`,
  ]),
  refused("lists in lists", "Line 2 can't be imported: it is nested more than 2000 levels deep", (here) => [
    start(here),
    startLine.replace(/"data":.*$/, `"data":${"[".repeat(6_000_000)}`),
  ]),
  refused("a line of 20 MB", "Line 2 can't be imported: it is longer than 16777216 bytes", (here) => [
    start(here),
    event("notice", { detail: "a".repeat(20_000_000) }),
  ]),
  refused("a hole", "Line 2 can't be imported: expected event 2, found event 3", (here) => [
    start(here),
    event("notice", {}, { seq: 3 }),
  ]),
  refused("a seq twice", "Line 3 can't be imported: expected event 3, found event 2", (here) => [
    start(here),
    event("notice", {}),
    event("notice", {}, { seq: 2 }),
  ]),
  refused("seqs that go back", "Line 3 can't be imported", (here) => [
    start(here),
    event("notice", {}),
    event("notice", {}, { seq: 1 }),
  ]),
  refused("no session", "it is not an event", () => [startLine.replace(/"session":"[^"]*",/, "")]),
  refused("a session that is null", "it is not an event", () => [startLine.replace(`"${ID}"`, "null")]),
  refused("a session that is a list", "it is not an event", () => [startLine.replace(`"${ID}"`, `["${ID}"]`)]),
  refused("a session called ../../etc", "is not a session id", (here) => [
    { ...(start(here) as object), session: "../../etc" } as Piece,
  ]),
  refused("a session called __proto__", "is not a session id", (here) => [
    { ...(start(here) as object), session: "__proto__" } as Piece,
  ]),
  refused("a session in capital letters", "is not a session id", (here) => [
    { ...(start(here) as object), session: ID.toUpperCase() } as Piece,
  ]),
  refused("a session that two sessions share", "Line 3 can't be imported: it belongs to session", (here) => [
    start(here),
    { ...(start(here) as object), session: OTHER } as Piece,
    event("notice", {}),
  ]),
  refused("logs that take turns", "two logs are mixed", (here) => [
    start(here),
    { ...(start(here) as object), session: OTHER } as Piece,
    { ...(start(here) as object), session: "third" } as Piece,
    event("notice", {}, { session: OTHER }),
  ]),
  refused("the key session twice", "not in the form that skein export writes", () => [
    startLine.replace("{", `{"session":"${OTHER}",`),
  ]),
  refused("__proto__ as a key", "not in the form that skein export writes", () => [withKey("__proto__", { seq: 9 })]),
  refused("constructor as a key", "not in the form that skein export writes", () => [withKey("constructor", {})]),
  refused("a commit number", "not in the form that skein export writes", () => [withKey("commit", 1)]),
  refused("a hash of its own", "not in the form that skein export writes", () => [
    startLine.replace(/\}$/, ',"chain":"00"}'),
  ]),
  refused("keys in another order", "not in the form that skein export writes", () => [
    startLine.replace(/"seq":1,"at":("[^"]*")/, '"at":$1,"seq":1'),
  ]),
  refused("blanks between", "not in the form that skein export writes", () => [startLine.replaceAll(",", ", ")]),
  refused("no sender", "not in the form that skein export writes", () => [startLine.replace(/"by":\{[^}]*\},/, "")]),
  refused("a type that is a number", "it is not an event", () => [startLine.replace('"session_start"', "7")]),
  refused("a type of nothing", "its type and time must each be one line", () => [
    startLine.replace('"session_start"', '""'),
  ]),
  refused("a type of two lines", "its type and time must each be one line", (here) => [start(here), event("a\nb", {})]),
  refused("a type with an escape", "its type and time must each be one line", (here) => [
    start(here),
    event("a\u001b[2J", {}),
  ]),
  refused("a type with half a character", "its type and time must each be one line", () => [
    startLine.replace("session_start", "\\ud800"),
  ]),
  refused("a time of two lines", "its type and time must each be one line", (here) => [
    start(here),
    event("notice", {}, { at: `${at}\n` }),
  ]),
  refused("a time that is a number", "it is not an event", () => [startLine.replace(`"${at}"`, "0")]),
  refused("no beginning", "Line 1 can't be imported: no session begins with it", () => [
    event("notice", { kind: "a", text: "b" }),
  ]),
  refused("a beginning without a workspace", "Line 1 can't be imported: no session begins with it", () => [
    event("session_start", { agent: "scripted", name: null, resumed: false }),
  ]),
  refused("a beginning with a name that is a number", "Line 1 can't be imported: no session begins with it", (here) => [
    start(here, { name: 7 }),
  ]),
  refused("a beginning by nobody", "Line 1 can't be imported: no session begins with it", (here) => [
    { ...(start(here) as object), by: null } as Piece,
  ]),
  refused("a beginning by a ghost", "Line 1 can't be imported: no session begins with it", (here) => [
    { ...(start(here) as object), by: { kind: "root" } } as Piece,
  ]),
  ...Object.entries({
    "mode auto": event("mode_changed", { mode: "auto" }),
    "a model": event("model_changed", { model: "opus" }),
    "a budget without an end": event("limits_changed", { budgetUsd: null }),
    "a rule": event("rule_added", { rule: '[[allow]]\ncommand = "touch **"\n', permission: "x" }),
    "a type that no version writes": event("from_the_future", {}),
  }).map(([what, piece]) =>
    refused(`${what} before the beginning`, "Line 1 can't be imported: no session begins with it", (here) => [
      piece,
      start(here),
    ]),
  ),
  refused("mode auto before a fork's own beginning", "Line 2 can't be imported: no session begins with it", (here) => [
    { ...(start(here) as object), session: OTHER } as Piece,
    event("mode_changed", { mode: "auto" }),
    start(here, { fork: { session: OTHER, seq: 2, turn: null, native: null } }),
  ]),
  refused("nothing at all", "No session begins in it", () => []),
  refused("only a long text", "No session begins in it", () => [part(hash)]),
  refused("a long text that is another", "does not match its hash", (here) => [start(here), part("0".repeat(64))]),
  refused("a long text without an end", "the long text before it is incomplete", (here) => [
    start(here),
    part(hash, { last: false }),
  ]),
  refused("an event within a long text", "Line 3 can't be imported: the long text before it is incomplete", (here) => [
    start(here),
    part(hash, { last: false }),
    event("notice", {}),
  ]),
  refused("a long text that begins late", "part 0 of the long text", (here) => [start(here), part(hash, { part: 1 })]),
  refused("a long text with a hole", "part 1 of the long text", (here) => [
    start(here),
    part(hash, { last: false }),
    part(hash, { part: 2 }),
  ]),
  refused("a long text below 0", "it is not a part of a long text", (here) => [start(here), part(hash, { part: -1 })]),
  refused("a long text of part 1e308", "it is not a part of a long text", (here) => [
    start(here),
    part(hash, { part: 1e308 }),
  ]),
  refused("two long texts in one", "part 1 of the long text", (here) => [
    start(here),
    part(hash, { last: false }),
    part("0".repeat(64), { part: 1 }),
  ]),
  refused("a long text with a path for a name", "it is not a part of a long text", (here) => [
    start(here),
    part("../../../../etc/passwd"),
  ]),
  refused("a long text that is no base64", "it is not a part of a long text", (here) => [
    start(here),
    part(hash, { base64: "<text>" }),
  ]),
  refused("a long text with one key more", "it is not a part of a long text", (here) => [
    start(here),
    part(hash, { path: "/etc/passwd" }),
  ]),
  refused("a relative directory", "which is not an absolute path", () => [start("projects/api")]),
  refused("no directory", "which is not an absolute path", () => [start("")]),
  refused("the home by its sign", "which is not an absolute path", () => [start("~/projects")]),
  refused("a URL for a directory", "which is not an absolute path", () => [start("file:///etc")]),
  refused("a directory with a NUL", "which is not an absolute path", (here) => [start(`${here}${NUL}x`)]),
  refused("a directory of a megabyte", "which is not an absolute path", () => [start(`/${"a".repeat(1e6)}`)]),
  refused("a directory that was changed to a relative one", "which is not an absolute path", (here) => [
    start(here),
    start(".", { resumed: true }),
  ]),
  refused("an agent called --yolo", "its agent is called", (here) => [start(here, { agent: "--yolo" })]),
  refused("an agent that is a path", "its agent is called", (here) => [start(here, { agent: "/bin/sh" })]),
  refused("an agent of two lines", "its agent is called", (here) => [start(here, { agent: "claude\nx" })]),
  refused("an agent without a name", "its agent is called", (here) => [start(here, { agent: "" })]),
  refused("an agent of a megabyte", "its agent is called", (here) => [start(here, { agent: "a".repeat(1e6) })]),
  refused("a whole session and then a broken line", "Line 10 can't be imported", (here) => [
    start(here),
    ...talk(),
    asked("q1"),
    "{",
  ]),
];
