// What a yes would allow is in the question, all of it: whatever the agent puts into a tool's input is to be read there.
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { commandIn, detailOf } from "../../src/agents/pi/tool.ts";
import { judge, type PermissionRequest, type Rule } from "../../src/core/index.ts";
import { AcpTalk } from "../kit/acp-talk.ts";
import * as claude from "./claude/life.ts";
import { Life as CodexLife } from "./codex/life.ts";
import * as opencode from "./opencode/life.ts";
import { Life as PiLife } from "./pi/life.ts";

type Input = Record<string, unknown>;

interface Asked {
  title: string;
  detail: string;
  request?: PermissionRequest | undefined;
}

function askedIn(facts: readonly Fact[]): Asked {
  const fact = facts.findLast(({ type }) => type === "permission");
  if (fact?.type !== "permission" || fact.data.state !== "asked") throw new Error("Nothing was asked.");
  return fact.data;
}

/** Texts at every depth; those with line breaks are shown as they would be typed in JSON. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function expectShown({ title, detail }: Asked, input: Input): void {
  const shown = `${title}\n${detail}`;
  const isShown = (leaf: string): boolean => shown.includes(leaf) || shown.includes(JSON.stringify(leaf).slice(1, -1));
  expect(leavesOf(input).filter((leaf) => !isShown(leaf))).toEqual([]);
}

/** What nobody knows the meaning of. */
const strange: Input = { as: "user-7", options: { deep: ["leaf-1", { deeper: "leaf-2\nleaf-3" }] } };

const broadRules: Rule[] = [
  ...["npm **", "git **", "make **"].map((command): Rule => ({ effect: "allow", command })),
  { effect: "allow", kinds: ["edit", "read", "search"], paths: ["**"] },
];
const verdictOn = ({ request }: Asked, rules = broadRules): string =>
  request
    ? judge([{ name: "global", rules }], request, { workspace: "/workspace", home: "/home/ada", isHumanTurn: true })
        .verdict
    : "ask";
const denied: Rule[] = [{ effect: "deny", command: "npm **" }];

interface Driver {
  /** A question about a command. */
  run: (input: Input) => Asked;
  /** Inputs of its other tools, by name. */
  others: readonly [tool: string, input: Input][];
  use: (tool: string, input: Input) => Asked;
}

const edit = { path: "src/a.ts", old_str: "leaf-old", new_str: "leaf-new" };

const drivers: Record<string, Driver> = {
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
  const options = ["c1", tool, "/workspace/a", detailOf(tool, input), commandIn(tool, input) ?? ""];
  const dialog = { type: "extension_ui_request", id: "q1", method: "select", title: "skein-approval", options };
  return askedIn(PiLife.atWork().print(dialog).facts);
}

function codexAsks(params: Input): Fact[] {
  const life = CodexLife.ready({ mode: "ask" });
  life.begin("t1");
  const ids = { threadId: "th", turnId: "t1", itemId: "i1" };
  return life.hear({ id: 7, method: "item/commandExecution/requestApproval", params: { ...ids, ...params } });
}

describe.for(Object.entries(drivers))("%s", ([, { run, use, others }]) => {
  test("[T-21] a plain command is itself, and rules may allow it", () => {
    const asked = run({ command: "npm test" });
    expect(asked.detail).toBe("npm test");
    expect([verdictOn(asked), verdictOn(asked, denied)]).toEqual(["allow", "deny"]);
  });

  test("[T-21] what stands beside a command is shown, no rule allows it, and deny rules still catch it", () => {
    const input = { command: "npm test", ...strange };
    const asked = run(input);
    expectShown(asked, input);
    expect([verdictOn(asked), verdictOn(asked, denied)]).toEqual(["ask", "deny"]);
  });

  test.for(others)("[T-21] everything that %s is given is shown: %j", ([tool, input]) => {
    expectShown(use(tool, input), input);
    const more = { ...input, ...strange };
    expectShown(use(tool, more), more);
  });
});

describe("a command in another directory", () => {
  const elsewhere: readonly [string, () => Asked][] = [
    ["acp", () => drivers.acp!.run({ command: "npm test", cwd: "/etc" })],
    ["codex", () => drivers.codex!.run({ command: "npm test", cwd: "/etc" })],
    ["opencode", () => drivers.opencode!.run({ command: "npm test", workdir: "/etc" })],
  ];
  test.for(elsewhere)("[T-21] %s: the question says where, and no rule allows it", ([, ask]) => {
    const asked = ask();
    expect(asked.detail).toBe("npm test\n\n(in /etc)");
    expect([verdictOn(asked), verdictOn(asked, denied)]).toEqual(["ask", "deny"]);
  });

  const below: readonly [string, () => Asked][] = [
    ["acp", () => drivers.acp!.run({ command: "npm test", cwd: "packages/a" })],
    ["codex", () => drivers.codex!.run({ command: "npm test", cwd: "/workspace/packages/a" })],
    ["opencode", () => drivers.opencode!.run({ command: "npm test", workdir: "packages/a" })],
  ];
  test.for(below)("%s: below the workspace's root a rule holds that names the directory", ([, ask]) => {
    expect(ask().request?.cwd).toBe("/workspace/packages/a");
    const there: Rule[] = [{ effect: "allow", command: "npm test", in: ["packages/*"] }];
    expect([verdictOn(ask()), verdictOn(ask(), there)]).toEqual(["ask", "allow"]);
  });

  test("opencode says it with the call, before it asks", () => {
    const life = opencode.working();
    life.say(
      opencode.tool("bash", { status: "running", input: { command: "npm test", workdir: "/etc" }, metadata: {} }),
    );
    const asked = askedIn(
      life.say(
        opencode.event("permission.asked", {
          ...{ id: "per_1", permission: "bash", patterns: ["npm test"], metadata: { command: "npm test" }, always: [] },
          tool: { messageID: "msg_2", callID: "call_1" },
        }),
      ),
    );
    expect(asked.request?.cwd).toBe("/etc");
  });
});
