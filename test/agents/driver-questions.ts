// Questions about tools, as each driver asks them: what an agent puts into a tool's input, on its way to the event.
import type { Fact } from "../../src/agents/index.ts";
import skein from "../../src/agents/pi/approvals/extension.ts";
import type { Context, PiApi, ToolCall } from "../../src/agents/pi/approvals/pi-api.ts";
import type { PermissionOption, PermissionRequest } from "../../src/core/index.ts";
import { AcpTalk } from "../kit/acp-talk.ts";
import * as claude from "./claude/life.ts";
import { Life as CodexLife } from "./codex/life.ts";
import * as opencode from "./opencode/life.ts";
import { Life as PiLife } from "./pi/life.ts";

export type Input = Record<string, unknown>;

export interface Asked {
  title: string;
  detail: string;
  notes?: readonly string[];
  options: PermissionOption[];
  request?: PermissionRequest | undefined;
}

export function askedIn(facts: readonly Fact[]): Asked {
  const fact = facts.findLast(({ type }) => type === "permission");
  if (fact?.type !== "permission" || fact.data.state !== "asked") throw new Error("Nothing was asked.");
  const { notes, ...data } = fact.data;
  return { ...data, ...(notes ? { notes } : {}) };
}

export interface AskingDriver {
  /** A question about a command. */
  run: (input: Input) => Asked;
  /** Inputs of its other tools, by name. */
  others: readonly [tool: string, input: Input][];
  use: (tool: string, input: Input) => Asked;
}

const edit = { path: "src/a.ts", old_str: "leaf-old", new_str: "leaf-new" };

export const drivers: Record<string, AskingDriver> = {
  claude: {
    run: (input) =>
      askedIn(claude.working().say(claude.before("Bash", input, "/workspace"), claude.asks("Bash", input))),
    use: (tool, input) => askedIn(claude.working().say(claude.asks(tool, input))),
    others: [
      ["Write", { file_path: "/workspace/a", content: "leaf\ntwo" }],
      ["Edit", { file_path: "/workspace/a", old_string: "leaf-old", new_string: "leaf-new" }],
      ["MultiEdit", { file_path: "/workspace/a", edits: [{ old_string: "leaf-1", new_string: "leaf-2" }] }],
      [
        "NotebookEdit",
        { notebook_path: "/workspace/a.ipynb", new_source: "leaf", cell_id: "c-1", edit_mode: "insert" },
      ],
      ["WebFetch", { url: "https://example.org", prompt: "leaf" }],
      ["ExitPlanMode", { plan: "leaf" }],
      ["mcp__server__tool", { command: "leaf-1", list: [{ name: "leaf-2" }] }],
    ],
  },
  acp: {
    run: (input) => askedIn(acpAsks({ kind: "execute", title: "Run", rawInput: input })),
    use: (kind, input) => askedIn(acpAsks({ kind, title: "Do it", rawInput: input })),
    others: [
      ["edit", { command: "str_replace", ...edit }],
      ["edit", { fileName: "/workspace/a", diff: "--- a\n+++ b\n-x\n+leaf\n" }],
      ["delete", { path: "leaf" }],
      ["fetch", { url: "https://example.org", method: "POST", body: "leaf" }],
      ["other", { command: "leaf-1", args: ["leaf-2"] }],
    ],
  },
  opencode: {
    run: (input) => askedIn(opencodeAsks("bash", input)),
    use: (permission, input) => askedIn(opencodeAsks(permission, input)),
    others: [
      ["edit", { filepath: "/workspace/a", diff: "-x\n+leaf" }],
      ["edit", { filepath: "/workspace/a", files: [{ filePath: "/workspace/b", patch: "leaf" }] }],
      ["external_directory", { filepath: "/etc", parentDir: "/" }],
      ["webfetch", { url: "https://example.org", format: "leaf" }],
    ],
  },
  pi: {
    run: (input) => piAsks("bash", input),
    use: piAsks,
    others: [
      ["write", { path: "a", content: "leaf\ntwo" }],
      ["edit", { path: "a", edits: [{ oldText: "leaf-1", newText: "leaf-2" }] }],
      ["their_tool", { command: "leaf-1", list: ["leaf-2"] }],
    ],
  },
  codex: {
    run: (input) => askedIn(codexAsks(input)),
    use: (_tool, input) => askedIn(codexAsks(input)),
    others: [],
  },
};

function acpAsks(toolCall: object): Fact[] {
  const talk = AcpTalk.working();
  return talk.ask(1, { toolCallId: "c", ...toolCall });
}

const opencodeAsks = (permission: string, metadata: Input): Fact[] =>
  opencode.working().say(
    ...(permission === "bash"
      ? [opencode.tool("bash", { status: "running", input: metadata, time: { start: 1 } })]
      : []),
    opencode.event("permission.asked", {
      ...{ id: "per_1", permission, patterns: ["*"], metadata, always: [] },
      tool: { messageID: "msg_2", callID: "call_1" },
    }),
  );

/** The extension makes the parts of the question in Pi's own process. */
function piAsks(tool: string, input: Input): Asked {
  const options = partsInPi({ toolCallId: "c1", toolName: tool, input: structuredClone(input) });
  const dialog = { type: "extension_ui_request", id: "q1", method: "select", title: "skein-approval", options };
  return askedIn(PiLife.atWork().print(dialog).facts);
}

function partsInPi(call: ToolCall): string[] {
  let parts: string[] = [];
  const context: Context = {
    ...{ hasUI: true, cwd: "/workspace", signal: undefined },
    ui: {
      select: (_title, options) => {
        parts = options;
        return Promise.resolve(undefined);
      },
    },
    sessionManager: { getSessionId: () => "s", getEntries: () => [], getBranch: () => [] },
  };
  const pi: PiApi = {
    on: (name, handler) => {
      if (name === "tool_call") void (handler as (event: ToolCall, context: Context) => unknown)(call, context);
    },
    ...{ registerFlag: () => {}, getFlag: () => "ask", registerCommand: () => {}, appendEntry: () => {} },
  };
  skein(pi);
  return parts;
}

function codexAsks(params: Input): Fact[] {
  const life = CodexLife.ready({ mode: "ask" });
  life.begin("t1");
  const ids = { threadId: "th", turnId: "t1", itemId: "i1" };
  return life.hear({ id: 7, method: "item/commandExecution/requestApproval", params: { ...ids, ...params } });
}
