// Files that are taken in, since a log may say anything; and that nevertheless decide nothing here.
import type { LeftOut } from "../../../src/core/index.ts";
import type { Summary } from "../../../src/core/summary.ts";
import { workspaceId } from "../../../src/workspace/index.ts";
import { asked, at, event, ID, NATIVE, OTHER, type Piece, person, said, start, talk } from "./lines.ts";

/** What the clock shows when the files come. */
export const IMPORTED_AT = "2026-01-01T00:00:00.000Z";

/** Directories of this machine; people have allowed something in the second one. */
export interface Here {
  readonly here: string;
  readonly trusted: string;
}

export interface TakenFile {
  readonly name: string;
  readonly pieces: (dirs: Here) => readonly Piece[];
  /** What the import says that it has left out. */
  readonly left: readonly LeftOut["what"][];
  readonly row?: (dirs: Here) => Partial<Summary>;
  /** What a prompt comes to; "works" where nothing is said. */
  readonly prompt?: "works" | "is gone" | "can't go on with this conversation" | "is not known here";
  /** Events that are kept, but that this version can make nothing of. */
  readonly unknown?: number;
}

type More = Partial<Omit<TakenFile, "name" | "pieces" | "left">>;
const taken = (
  name: string,
  left: readonly LeftOut["what"][],
  pieces: (dirs: Here) => readonly Piece[],
  more: More = {},
): TakenFile => ({ name, left, pieces, ...more });

const inside =
  (...pieces: Piece[]) =>
  ({ here }: Here): Piece[] => [start(here), ...pieces];
const afterTalk =
  (...pieces: Piece[]) =>
  ({ here }: Here): Piece[] => [start(here), ...talk(), ...pieces];
const allow = '[[allow]]\ncommand = "touch **"\n';
const gone = { prompt: "can't go on with this conversation" } as const;
const daemon = { kind: "daemon" };
const deep = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const rawEvent = (type: string, data: string): string =>
  `{"session":"${ID}","seq":2,"at":"${at}","type":"${type}","by":{"kind":"client"},"data":${data}}`;

const rules: TakenFile[] = [
  taken(
    "a rule that allows what will be asked",
    ["rules"],
    inside(event("rule_added", { rule: allow, permission: "x" })),
  ),
  taken(
    "a rule by the daemon",
    ["rules"],
    inside(event("rule_added", { rule: allow, permission: "x" }, { by: daemon })),
  ),
  taken(
    "a rule by a policy",
    ["rules"],
    inside(event("rule_added", { rule: allow, permission: "x" }, { by: { kind: "policy" } })),
  ),
  taken("a rule by the agent", ["rules"], inside(said("rule_added", { rule: allow, permission: "x" }))),
  taken(
    "a rule after a session that has ended",
    ["rules"],
    afterTalk(event("session_end", { reason: "killed" }), event("rule_added", { rule: allow, permission: "x" })),
  ),
  taken(
    "a thousand rules",
    ["rules"],
    inside(...Array.from({ length: 1000 }, (_, n) => event("rule_added", { rule: `${allow}# ${n}`, permission: "x" }))),
  ),
  taken("a rule that is no TOML", ["rules"], inside(event("rule_added", { rule: "[[[", permission: "x" }))),
  taken(
    "a question that was answered for ever",
    [],
    afterTalk(
      asked("q1"),
      event("permission", { id: "q1", state: "answered", option: "yes", rule: allow }),
      event("permission", { id: "q1", state: "applied", option: "yes" }),
    ),
  ),
  taken("a question that is open", ["questions"], afterTalk(asked("q1"))),
  taken(
    "a question that is answered and not yet applied",
    ["questions"],
    afterTalk(asked("q1"), event("permission", { id: "q1", state: "answered", option: "yes" })),
  ),
  taken(
    "a hundred and fifty open questions",
    ["questions"],
    afterTalk(...Array.from({ length: 150 }, (_, n) => asked(`q${n}`))),
  ),
  taken(
    "the id of the next question, closed already",
    [],
    afterTalk(asked("ask-1"), event("permission", { id: "ask-1", state: "stale", reason: "x" })),
  ),
];

const settings: TakenFile[] = [
  taken("mode auto", ["mode"], inside(event("mode_changed", { mode: "auto" }))),
  taken("mode auto by the daemon", ["mode"], inside(event("mode_changed", { mode: "auto" }, { by: daemon }))),
  taken("a mode that is a flag", ["mode"], inside(event("mode_changed", { mode: "--dangerously-skip-permissions" }))),
  taken("a mode of a megabyte", ["mode"], inside(event("mode_changed", { mode: "a".repeat(1e6) }))),
  taken("mode auto and a fork at once", ["mode"], afterTalk(event("mode_changed", { mode: "auto" }))),
  taken("a model", ["model"], inside(event("model_changed", { model: "opus" }))),
  taken("a model that is a flag", ["model"], inside(event("model_changed", { model: "--settings={}" }))),
  taken("a model of two lines", ["model"], inside(event("model_changed", { model: "opus\n--yolo" }))),
  taken(
    "a model that the agent reports and that is a flag",
    [],
    afterTalk(said("model_changed", { model: "--yolo" })),
    { row: () => ({ model: null }) },
  ),
  taken(
    "a budget without an end",
    ["limits"],
    inside(event("limits_changed", { budgetUsd: null, budgetTokens: null, turnMinutes: null })),
  ),
  taken("a budget of 0", ["limits"], inside(event("limits_changed", { budgetUsd: 0 }))),
  taken("a budget of 1e308", ["limits"], inside(event("limits_changed", { budgetUsd: 1e308 }))),
  taken(
    "a quota that ends in 9999",
    [],
    afterTalk(said("quota_reached", { until: "9999-12-31T23:59:59.999Z", text: "no more" })),
  ),
  taken(
    "a quota that has ended",
    [],
    afterTalk(said("quota_reached", { until: "2000-01-01T00:00:00.000Z", text: "no more" })),
  ),
  taken("a queue that is paused", [], afterTalk(event("queue_paused", { paused: true }))),
];

const people: TakenFile[] = [
  taken("everything read up to 1e15", [], inside(event("acknowledged", { seq: 1e15 }))),
  taken(
    "everything read up to the largest number",
    [],
    inside(event("acknowledged", { seq: Number.MAX_SAFE_INTEGER })),
  ),
  taken("nothing read, below 0", [], inside(event("acknowledged", { seq: -5 }))),
  taken("a selection in 9999", [], inside(event("selected", {}, { at: "9999-12-31T23:59:59.999Z" })), {
    row: () => ({ lastActiveAt: IMPORTED_AT }),
  }),
  taken(
    "a beginning in 9999",
    [],
    ({ here }) => [{ ...(start(here) as object), at: "9999-12-31T23:59:59.999Z" } as Piece],
    { row: () => ({ createdAt: IMPORTED_AT, lastActiveAt: IMPORTED_AT }) },
  ),
  taken("times that are none", [], ({ here }) => [{ ...(start(here) as object), at: "zzzz" } as Piece], {
    row: () => ({ createdAt: IMPORTED_AT, lastActiveAt: IMPORTED_AT }),
  }),
  taken(
    "a time with a year of six digits",
    [],
    ({ here }) => [{ ...(start(here) as object), at: "+275760-09-13T00:00:00.000Z" } as Piece],
    { row: () => ({ createdAt: IMPORTED_AT }) },
  ),
  taken("a prompt that waits", ["prompts"], inside(event("prompt_queued", { promptId: "p1", text: "rm -rf /" }))),
  taken(
    "a prompt for a time that has come",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "rm -rf /", notBefore: "2000-01-01T00:00:00.000Z" })),
  ),
  taken(
    "a prompt for a time to come",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "rm -rf /", notBefore: "2026-01-01T00:00:01.000Z" })),
  ),
  taken(
    "a prompt that is held",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "rm -rf /", held: true })),
  ),
  taken(
    "a prompt that waits for itself",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "x", after: "p1" })),
  ),
  taken("a prompt called __proto__", ["prompts"], inside(event("prompt_queued", { promptId: "__proto__", text: "x" }))),
  taken(
    "a prompt for a turn that runs",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "x", steer: { turn: "t1", otherwise: "queue" } })),
  ),
  taken(
    "a thousand prompts",
    ["prompts"],
    inside(...Array.from({ length: 1000 }, (_, n) => event("prompt_queued", { promptId: `p${n}`, text: "x" }))),
  ),
  taken(
    "a prompt with a file that is not here",
    ["prompts"],
    inside(
      event("prompt_queued", {
        promptId: "p1",
        text: "x",
        files: [{ name: "../../x", mediaType: "text/plain\u001b]52;c;eA==\u0007", hash: "0".repeat(64), bytes: 1 }],
      }),
    ),
  ),
  taken("the trash of yesterday", [], afterTalk(event("trashed", { batch: "b", until: "2000-01-01T00:00:00.000Z" }))),
  taken("the trash of 9999", [], afterTalk(event("trashed", { batch: "b", until: "9999-12-31T23:59:59.999Z" }))),
  taken("an archive", [], afterTalk(event("session_end", { reason: "archived" }), event("archived", {})), {
    row: () => ({ shelf: "archived" }),
  }),
  taken("a session in place of another", [], ({ here }) => [start(here, { after: OTHER })]),
  taken("a session in place of itself", [], ({ here }) => [start(here, { after: ID })]),
  taken(
    "an import of its own, with a directory of its choice",
    [],
    ({ here, trusted }) => [
      start(here),
      event("imported", { from: OTHER, workspace: { id: workspaceId(trusted), path: here } }),
    ],
    { row: ({ here }) => ({ workspace: { id: workspaceId(here), path: here } }) },
  ),
];

const agents: TakenFile[] = [
  taken(
    "a conversation that is a flag",
    ["conversation"],
    ({ here }) => [start(here), ...talk('--settings={"apiKeyHelper":"id"}')],
    { ...gone, row: () => ({ nativeId: null }) },
  ),
  taken("a conversation that is a short flag", ["conversation"], ({ here }) => [start(here), ...talk("-c")], gone),
  taken("a conversation of two lines", ["conversation"], ({ here }) => [start(here), ...talk("a\n--yolo")], gone),
  taken(
    "a conversation with an escape",
    ["conversation"],
    ({ here }) => [start(here), ...talk("a\u001b]52;c;eA==\u0007")],
    gone,
  ),
  taken(
    "a conversation that is a path",
    ["conversation"],
    ({ here }) => [start(here), ...talk("../../etc/passwd")],
    gone,
  ),
  taken("a conversation of nothing", ["conversation"], ({ here }) => [start(here), ...talk("")], gone),
  taken("a conversation of a megabyte", ["conversation"], ({ here }) => [start(here), ...talk("a".repeat(1e6))], gone),
  taken(
    "a conversation that is a flag, and in which nothing was said",
    ["conversation"],
    inside(
      event("agent_start", { run: "r1", agent: "scripted", resume: null }, { by: daemon }),
      said("agent_bound", { run: "r1", nativeId: "--yolo", provenance: "reported" }),
    ),
  ),
  taken(
    "a conversation of a session that is here",
    ["conversation"],
    ({ here }) => [start(here), ...talk("native-1")],
    gone,
  ),
  taken("a process that runs", ["prompts"], ({ here }) => [start(here), ...talk().slice(0, 3)]),
  taken("a turn that runs", [], ({ here }) => [start(here), ...talk().slice(0, 6)]),
  taken("a tool that runs", [], ({ here }) => [
    start(here),
    ...talk().slice(0, 6),
    said("tool_call", { toolCallId: "c1", title: "x", kind: "execute", status: "running" }),
  ]),
  taken(
    "a tool that runs in no turn",
    [],
    afterTalk(said("tool_call", { toolCallId: "c1", title: "x", kind: "execute", status: "running" })),
  ),
  taken(
    "three deaths of the agent just now",
    [],
    inside(
      ...["r1", "r2", "r3"].flatMap((run) => [
        event("agent_start", { run, agent: "scripted", resume: null }, { by: daemon, at: "2026-01-01T00:00:00.000Z" }),
        event("agent_exit", { run, outcome: "crashed", code: 1, signal: null, text: "x" }, { by: daemon }),
      ]),
    ),
  ),
  taken("a crash loop", [], afterTalk(event("error", { code: "crash_loop", message: "x" }, { by: daemon }))),
  taken("an agent that nobody knows", [], ({ here }) => [start(here, { agent: "constructor" })], {
    prompt: "is not known here",
  }),
  taken("a place in the conversation that is a flag", [], ({ here }) => [start(here), ...talk(NATIVE, "--yolo")]),
  taken(
    "costs beyond all numbers",
    [],
    afterTalk(
      said("usage", { turn: "t1", inputTokens: 1e308, outputTokens: 1e308, costUsd: 1e308 }),
      said("usage", { turn: "t1", inputTokens: 1e308, outputTokens: 1e308 }),
    ),
  ),
  taken(
    "a fork of a session that is here",
    ["conversation", "fork"],
    ({ here }) => [
      { ...(start(here) as object), session: OTHER } as Piece,
      start(here, {
        fork: {
          session: OTHER,
          seq: 1,
          turn: null,
          native: {
            nativeId: "native-1",
            mark: null,
            nextMark: null,
            isWhole: true,
            spent: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
          },
        },
      }),
    ],
    gone,
  ),
  taken(
    "a fork whose place is a flag",
    ["conversation", "fork"],
    ({ here }) => [
      start(here, {
        fork: {
          session: OTHER,
          seq: 1e15,
          turn: "--x",
          native: {
            nativeId: "--fork",
            mark: "--mark",
            nextMark: "--next",
            isWhole: false,
            spent: { inputTokens: -1, outputTokens: 0, costUsd: 0 },
          },
        },
      }),
    ],
    gone,
  ),
  taken("a fork of itself", ["fork"], ({ here }) => [
    start(here, { fork: { session: ID, seq: 1, turn: null, native: null } }),
  ]),
  taken("a fork that was in mode auto", ["mode", "fork"], ({ here }) => [
    { ...(start(here) as object), session: OTHER } as Piece,
    event("mode_changed", { mode: "auto" }, { session: OTHER }),
    start(here, { fork: { session: OTHER, seq: 2, turn: null, native: null } }),
  ]),
];

const names = [
  "--help",
  "-",
  "@last",
  "@",
  "a\nb",
  "a\u2028b",
  "a\u2029b",
  "a\u202eb",
  "a\u0000b",
  "",
  "   ",
  "a".repeat(65),
  "a".repeat(1e6),
];

const places: TakenFile[] = [
  ...names.map((name) =>
    taken(
      `the name ${JSON.stringify(name.slice(0, 20))} of ${name.length} characters`,
      ["name"],
      ({ here }) => [start(here, { name })],
      { row: () => ({ name: null }) },
    ),
  ),
  taken("a name that was given later and can't be one", ["name"], inside(event("renamed", { name: "--help" })), {
    row: () => ({ name: null }),
  }),
  taken("a name with blanks around it", [], ({ here }) => [start(here, { name: "  api  " })], {
    row: () => ({ name: "api" }),
  }),
  taken("a name that is taken", [], ({ here }) => [start(here, { name: "victim" })], {
    row: () => ({ name: "victim-2" }),
  }),
  taken("a title of a megabyte", [], inside(said("renamed", { name: "t".repeat(1e6) })), {
    row: () => ({ title: "t".repeat(80) }),
  }),
  taken(
    "the identity of a trusted directory",
    [],
    ({ here, trusted }) => [start(here, { workspace: { id: workspaceId(trusted), path: here } })],
    { row: ({ here }) => ({ workspace: { id: workspaceId(here), path: here } }) },
  ),
  taken(
    "a way that leads somewhere else",
    [],
    ({ here, trusted }) => [start(`${trusted}/../${here.split("/").at(-1)}/.`)],
    { row: ({ here }) => ({ workspace: { id: workspaceId(here), path: here } }) },
  ),
  taken("slashes at the end", [], ({ here }) => [start(`${here}///`)], {
    row: ({ here }) => ({ workspace: { id: workspaceId(here), path: here } }),
  }),
  taken("a directory that is not here", [], () => [start("/nowhere/at/all")], {
    row: () => ({ workspace: { id: workspaceId("/nowhere/at/all"), path: "/nowhere/at/all" } }),
    prompt: "is gone",
  }),
  taken("a file for a directory", [], () => [start("/etc/passwd")], { prompt: "is gone" }),
  taken("the root", [], () => [start("/")], { row: () => ({ workspace: { id: workspaceId("/"), path: "/" } }) }),
  taken("a directory that ends in a flag", [], () => [start("/--help")], { prompt: "is gone" }),
];

const shapes: TakenFile[] = [
  taken("a beginning that was lost, and another one", [], ({ here }) => [
    event("lost", { text: "x", from: 1, to: 1 }, { by: daemon }),
    start(here, { resumed: true }),
  ]),
  taken("mode auto after a beginning that was lost", ["mode"], ({ here }) => [
    event("lost", { text: "x", from: 1, to: 1 }, { by: daemon }),
    event("mode_changed", { mode: "auto" }),
    start(here, { resumed: true }),
  ]),
  taken("a type that no version writes", [], inside(event("from_the_future", { a: 1 })), { unknown: 1 }),
  taken("a type called __proto__", [], inside(event("__proto__", {})), { unknown: 1 }),
  taken("a type called toString", [], inside(event("toString", {})), { unknown: 1 }),
  taken("a type of a megabyte", [], inside(event("t".repeat(1e6), {})), { unknown: 1 }),
  taken("a sender that is a list", [], inside({ type: "selected", data: {}, by: [] }), { unknown: 1 }),
  taken(
    "a sender with keys of its prototype",
    [],
    inside({ type: "selected", data: {}, by: { ...person, constructor: 1 } }),
  ),
  taken("a hundred thousand lists in lists", [], ({ here }) => [
    start(here),
    rawEvent(
      "tool_call",
      `{"toolCallId":"c","title":"x","kind":"other","status":"completed","input":${deep(100_000)}}`,
    ),
  ]),
  taken(
    "lists in lists where a text should be",
    [],
    ({ here }) => [start(here), rawEvent("agent_message", deep(100_000))],
    { unknown: 1 },
  ),
  taken("keys of the prototype", [], ({ here }) => [
    start(here),
    rawEvent(
      "tool_call",
      '{"__proto__":{"status":"x"},"toolCallId":"c","title":"x","kind":"other","status":"completed"}',
    ),
  ]),
  taken(
    "numbers beyond all numbers",
    [],
    ({ here }) => [start(here), rawEvent("usage", '{"turn":null,"inputTokens":1e400,"outputTokens":0}')],
    { unknown: 1 },
  ),
  taken("half characters", [], ({ here }) => [
    start(here),
    rawEvent("agent_message", '{"messageId":"m","text":"\\ud800"}'),
  ]),
  taken("a message of 5 megabytes", [], inside(said("agent_message", { messageId: "m", text: "x".repeat(5e6) }))),
  taken(
    "five thousand events",
    [],
    inside(...Array.from({ length: 5000 }, () => event("notice", { kind: "a", text: "b" }))),
  ),
  taken(
    "a reference to a long text that is nowhere",
    [],
    inside(
      said("agent_message", {
        messageId: "m",
        text: "x",
        blobs: [{ at: "/text", from: 0, to: 1, hash: "0".repeat(64), bytes: 9 }],
      }),
    ),
  ),
  taken(
    "a reference that leads to a prototype",
    [],
    inside(
      said("agent_message", {
        messageId: "m",
        text: "x",
        blobs: [{ at: "/__proto__/x", from: 0, to: 1e15, hash: "0".repeat(64), bytes: -1 }],
      }),
    ),
  ),
  taken("references that are none", [], inside(said("agent_message", { messageId: "m", text: "x", blobs: "all" }))),
];

export const takenFiles: readonly TakenFile[] = [...rules, ...settings, ...people, ...agents, ...places, ...shapes];
