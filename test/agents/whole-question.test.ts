// What a yes would allow is in the question, all of it: whatever the agent puts into a tool's input is to be read there.
import { describe, expect, test } from "vitest";
import { evaluateRequest, proposeRule, type Rule } from "../../src/core/index.ts";
import { type Asked, askedIn, drivers, type Input } from "./driver-questions.ts";
import * as opencode from "./opencode/life.ts";

/** Texts at every depth; those with line breaks are shown as they would be typed in JSON. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function expectShown({ title, detail, notes = [] }: Asked, input: Input): void {
  const shown = [title, detail, ...notes].join("\n");
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
    ? evaluateRequest([{ name: "global", rules }], request, {
        workspace: "/workspace",
        home: "/home/ada",
        isHumanTurn: true,
      }).verdict
    : "ask";
const denied: Rule[] = [{ effect: "deny", command: "npm **" }];

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
    expect(asked.detail).toBe("npm test");
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
    expect([asked.detail, asked.notes]).toEqual(["npm test", ["in /etc"]]);
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

test("[T-21] acp: what stands where variables are expected is shown, whatever it is", () => {
  for (const env of [5, true, "A=b"]) {
    const asked = drivers.acp!.run({ command: "npm test", env });
    expect([asked.detail, asked.notes]).toEqual(["npm test", [`env: ${env}`]]);
  }
});

test("[T-21] acp: a yes from now on to a tool of no known kind is none to its next input", () => {
  const where = { workspace: "/workspace", home: "/home/ada" };
  const proposed = (input: Input) => {
    const { request } = drivers.acp!.use("other", input);
    return request ? proposeRule(request, where) : null;
  };
  expect(proposed({ path: "app.db", sql: "select 1" })).toBeNull();
  expect(proposed({ path: "app.db" })).toBeNull();
  const database: Rule[] = [{ effect: "allow", kinds: ["other"], paths: ["app.db"] }];
  expect(verdictOn(drivers.acp!.use("other", { path: "app.db", sql: "drop table users" }), database)).toBe("ask");
});
