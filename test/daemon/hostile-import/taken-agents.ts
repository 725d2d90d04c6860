// Files that speak for agents: conversations, runs and forks.
import { event, ID, NATIVE, OTHER, type Piece, said, start, talk } from "./lines.ts";
import { afterTalk, daemon, gone, inside, type TakenFile, taken } from "./taken-file.ts";

export const agents: readonly TakenFile[] = [
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
