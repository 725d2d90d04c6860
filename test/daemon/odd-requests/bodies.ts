// Bodies: what is no JSON, JSON that is not meant, and odd values of each command. None of them is carried out.
import { limits } from "../../../src/protocol/index.ts";
import { type OddRequest, send } from "./odd-request.ts";

const invalid = "400 invalid_body";
const prompts = "POST /v1/sessions/SESSION/prompts";
const id = "UUID";
const text = [{ type: "text", text: "x" }];
const raw = (what: string, body: string | Buffer, gets: string): OddRequest => [what, send(prompts, body), gets];
const of = (line: string, cases: readonly (readonly [what: string, body: object, gets: string])[]): OddRequest[] =>
  cases.map(([what, body, gets]) => [`${line.split("/").at(-1)}: ${what}`, send(line, { id, ...body }), gets]);
const file = (part: object): object => ({
  content: [{ type: "file", name: "a", mediaType: "text/plain", hash: "a".repeat(64), ...part }],
});
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const limit = (name: string, values: readonly string[]): OddRequest[] =>
  values.map((value) => [
    `${name}: ${value}`,
    send("PUT /v1/sessions/SESSION/limits", `{"id":"UUID","${name}":${value}}`),
    invalid,
  ]);

export const bodies: readonly OddRequest[] = [
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml", ""].map(
    (type): OddRequest => [
      `a body as ${type || "nothing"}`,
      send(prompts, { id, content: text }, type),
      "415 unsupported_media",
    ],
  ),
  ["a type that begins like JSON", send(prompts, "{}", "application/jsonp"), "415 unsupported_media"],
  [
    "JSON in another alphabet",
    send(prompts, Buffer.from('{"id":1}', "utf16le"), "application/json; charset=utf-16"),
    invalid,
  ],
  raw("an empty body", "", invalid),
  raw("a space", " ", invalid),
  raw("half an object", '{"id":', invalid),
  raw("a comma too many", '{"id":"UUID",}', invalid),
  raw("a comment", '{"id":"UUID"/* x */}', invalid),
  raw("single quotes", "{'id':'UUID'}", invalid),
  raw("two objects", "{}{}", invalid),
  raw("NaN", '{"id":NaN}', invalid),
  raw("a byte order mark", "\ufeff{}", invalid),
  raw("NUL", "\0", invalid),
  raw("bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), invalid),
  raw("a number", "1", invalid),
  raw("null", "null", invalid),
  raw("a string", '"x"', invalid),
  raw("a list", "[]", invalid),
  raw("an empty object", "{}", "400 id_required"),
  raw("an id that is a number", '{"id":1}', "400 id_required"),
  raw("an id that is empty", '{"id":""}', "400 id_required"),
  raw("an id that is no UUID", '{"id":"x"}', "400 id_required"),
  raw("an id that is an object", '{"id":{"$ne":null}}', "400 id_required"),
  raw("an id twice, the last one none", '{"id":"UUID","id":1}', "400 id_required"),
  raw(
    "a field that nobody knows",
    '{"id":"UUID","content":[{"type":"text","text":"x"}],"urgent":true}',
    "400 unknown_field",
  ),
  raw(
    "__proto__",
    '{"id":"UUID","content":[{"type":"text","text":"x"}],"__proto__":{"held":true}}',
    "400 unknown_field",
  ),
  raw(
    "constructor.prototype",
    '{"id":"UUID","content":[{"type":"text","text":"x"}],"constructor":{"prototype":{"held":true}}}',
    "400 unknown_field",
  ),
  raw(
    "__proto__ instead of everything",
    '{"__proto__":{"id":"UUID","content":[{"type":"text","text":"x"}]}}',
    "400 id_required",
  ),
  raw("100 levels", nested(100), "400 id_required"),
  raw("10,000 levels", nested(10_000), "400 id_required"),
  raw("600,000 levels", nested(600_000), "400 id_required"),
  raw("1,900,000 open brackets", "[".repeat(1_900_000), invalid),
  raw("1,900,000 levels of lists", `${"[".repeat(1_900_000)}${"]".repeat(1_900_000)}`, invalid),
  raw("100,000 fields", `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":0`).join()}}`, "400 id_required"),
  raw("more than may come", " ".repeat(limits.bodyBytes + 1), "413 too_large"),
  ...of(prompts, [
    ["no content", {}, invalid],
    ["empty content", { content: [] }, invalid],
    ["content that is a string", { content: "x" }, invalid],
    ["an empty text", { content: [{ type: "text", text: "" }] }, invalid],
    ["a text that is a number", { content: [{ type: "text", text: 1 }] }, invalid],
    ["a part of no kind", { content: [{ type: "image" }] }, invalid],
    ["a file with a way out", file({ name: "../x" }), invalid],
    ["a file named ..", file({ name: ".." }), invalid],
    ["a file of two lines", file({ name: "a\nb" }), invalid],
    ["a file with NUL", file({ name: "a\0" }), invalid],
    ["a file of no type", file({ mediaType: "x" }), invalid],
    ["a file whose type has a parameter", file({ mediaType: "text/plain; x=y" }), invalid],
    ["a file whose hash is none", file({ hash: "../../skein.db" }), invalid],
    ["a file that is not here", file({}), "404 blob_not_found"],
    [
      "too many files",
      { content: Array.from({ length: 21 }, () => (file({}) as { content: object[] }).content[0]) },
      invalid,
    ],
    ["a moment that is none", { content: text, when: "later" }, invalid],
    ["a time that is none", { content: text, notBefore: "tomorrow" }, invalid],
    ["the 30th of February", { content: text, notBefore: "2026-02-30T00:00:00Z" }, invalid],
    ["a time that is a number", { content: text, notBefore: 1e15 }, invalid],
    ["after a prompt that is none", { content: text, after: "none" }, "404 prompt_not_found"],
    ["before a prompt that is none", { content: text, place: { before: "none" } }, "404 prompt_not_found"],
    ["held by a word", { content: text, held: "yes" }, invalid],
    [
      "a turn that does not run",
      { content: text, when: "steer", else: "reject", expectTurn: "t9" },
      "409 turn_mismatch",
    ],
  ]),
  ...limit("turnMinutes", ["0", "-1", "1e400", "-1e400", '"5"', "true", "{}", "[]"]),
  ...limit("budgetUsd", ["-0.01", "1e400", '"1"']),
  ...limit("budgetTokens", ["-1", "0.5", "1e400", "9007199254740993", '"1"']),
  ...of("POST /v1/sessions/SESSION/ack", [
    ["nothing", {}, invalid],
    ["a negative number", { seq: -1 }, invalid],
    ["a fraction", { seq: 0.5 }, invalid],
    ["more than can be counted", { seq: 1e300 }, invalid],
    ["words", { seq: "1" }, invalid],
  ]),
  ...of("PUT /v1/focus", [
    ["negative seconds", { client: id, session: null, seconds: -1 }, invalid],
    ["too many seconds", { client: id, session: null, seconds: 121 }, invalid],
    ["a client that is none", { client: "me", session: null, seconds: 1 }, invalid],
    ["no session, not even null", { client: id, seconds: 1 }, invalid],
  ]),
  ...of("PUT /v1/sessions/SESSION/name", [
    ["empty", { value: "" }, invalid],
    ["blanks", { value: "   " }, invalid],
    ["a flag", { value: "--help" }, invalid],
    ["a default", { value: "@last" }, invalid],
    ["two lines", { value: "a\nb" }, invalid],
    ["an escape sequence", { value: "a\u001b[31m" }, invalid],
    ["a mark that reorders text", { value: "a\u202eb" }, invalid],
    ["a lone surrogate", { value: "a\ud800" }, invalid],
    ["too long", { value: "a".repeat(65) }, invalid],
    ["a number", { value: 1 }, invalid],
  ]),
  ...of("PUT /v1/sessions/SESSION/archived", [["a word", { value: "true" }, invalid]]),
  ...of("PUT /v1/sessions/SESSION/mode", [
    ["none", { value: "" }, invalid],
    ["one that nobody has", { value: "__proto__" }, "422 mode_unsupported"],
  ]),
  ...of("PUT /v1/sessions/SESSION/queue", [
    ["an order of prompts that are none", { order: ["none"] }, "409 moved"],
    ["an order that is a word", { order: "all" }, invalid],
    ["paused by a number", { paused: 1 }, invalid],
    ["prompts without what becomes of them", { prompts: [] }, invalid],
  ]),
  ...of("POST /v1/sessions/SESSION/interrupt", [["a turn that does not run", { turn: "t9" }, "409 turn_not_running"]]),
  ...of("POST /v1/sessions/SESSION/fork", [
    ["a turn that never was", { at: { turn: "t9" } }, "404 turn_not_found"],
    ["a turn beyond all numbers", { at: { turn: "9".repeat(400) } }, "404 turn_not_found"],
    ["an empty turn", { at: { turn: "" } }, invalid],
  ]),
  ...of("DELETE /v1/sessions/SESSION", [["a batch that is none", { batch: "x" }, invalid]]),
  ...of("POST /v1/sessions", [
    ["no directory", {}, invalid],
    ["a directory that is not absolute", { cwd: "." }, invalid],
    ["a directory that is not there", { cwd: "/nowhere/at/all" }, "404 path_not_found"],
    ["a directory with NUL", { cwd: "/a\0b" }, "404 path_not_found"],
    ["a path with NUL", { cwd: "CWD", path: "a\0b" }, "404 path_not_found"],
    ["a path that is a file", { cwd: "/etc", path: "passwd" }, "400 invalid_path"],
    ["a path of 100,000 letters", { cwd: "CWD", path: "a".repeat(100_000) }, "404 path_not_found"],
    [
      "a path of 5,000 levels up and one more",
      { cwd: "CWD", path: `${"../".repeat(5000)}nowhere` },
      "404 path_not_found",
    ],
    ["an agent that is none", { cwd: "CWD", agent: "__proto__" }, "422 agent_unknown"],
    ["an agent with a way out", { cwd: "CWD", agent: "../../bin/sh" }, "422 agent_unknown"],
    ["a variable that is a number", { cwd: "CWD", env: { A: 1 } }, invalid],
    ["an environment that is a list", { cwd: "CWD", env: ["A=1"] }, invalid],
  ]),
  ...of("POST /v1/attach", [["a directory that is not absolute", { cwd: "a" }, invalid]]),
  ...of("POST /v1/agents/inspect", [["an agent that is none", { agent: "none" }, "422 agent_unknown"]]),
  ...of("POST /v1/drain", [["a fate that is none", { agents: "maybe" }, invalid]]),
  ...of("POST /v1/policy/rules", [
    ["a session that is none", { session: "none", rule: "x" }, "404 session_not_found"],
    ["a rule that is none", { session: "SESSION", rule: "allow everything" }, "422 config_invalid"],
    ["a rule that is a number", { session: "SESSION", rule: 1 }, invalid],
  ]),
  ...of("POST /v1/policy/test", [["a session that is none", { session: "none" }, "404 session_not_found"]]),
  ...of("POST /v1/sessions/SESSION/restore", [["what is not in the trash", { extra: 1 }, "400 unknown_field"]]),
  ...of("POST /v1/sessions/TRASHED/prompts", [["in the trash", { content: text }, "410 in_trash"]]),
  ...of("POST /v1/trash/empty", [["a field that nobody knows", { really: false }, "400 unknown_field"]]),
  ["an import as JSON", send("POST /v1/import", "{}"), "415 unsupported_media"],
  ["an import of nothing", send("POST /v1/import", "", "application/x-ndjson"), "400 invalid_import"],
  [
    "an import of noise",
    send("POST /v1/import", Buffer.from([0xff, 0xfe, 0x0a]), "application/x-ndjson"),
    "400 invalid_import",
  ],
  ["an import of an empty line", send("POST /v1/import", "\n", "application/x-ndjson"), "400 invalid_import"],
  ["an import of a list", send("POST /v1/import", "[]\n", "application/x-ndjson"), "400 invalid_import"],
  [
    "an import of 100,000 levels",
    send("POST /v1/import", `${nested(100_000)}\n`, "application/x-ndjson"),
    "400 invalid_import",
  ],
];
