// Claude Code keeps its shell's directory between commands: what a question shows and rules judge is where the command really runs.
import { expect, test } from "vitest";
import { evaluateRequest, type PermissionRequest, type Rule, type Verdict } from "../../../src/core/index.ts";
import { contextFor } from "../../contracts/recording.ts";
import { asks, before, Life, ready, stream, used, working } from "./life.ts";

const { cwd: root } = contextFor("r1");
const command = { command: "npm test" };

const questionIn = (life: Life) => {
  const asked = life.facts.findLast((fact) => fact.type === "permission");
  if (asked?.type !== "permission" || asked.data.state !== "asked") throw new Error("nothing was asked");
  return asked.data;
};

const verdictOn = (request: PermissionRequest | undefined, ...rules: Rule[]): Verdict =>
  evaluateRequest([{ name: "global", rules }], request!, { workspace: root, home: "/home/me", isHumanTurn: true })
    .verdict;

const allow: Rule = { effect: "allow", command: "npm test" };

test("[T-21] a command at the root: a rule for the root allows it, and the question need not say where", () => {
  const life = working();
  life.say(before("Bash", command, root), asks("Bash", command));
  const { detail, request } = questionIn(life);
  expect(detail).toBe("npm test");
  expect(verdictOn(request, allow)).toBe("allow");
});

test("[T-21] a command after a `cd`: the question says where, a rule for the root does not allow it, one for the directory does", () => {
  const life = working();
  life.say(before("Bash", command, `${root}/packages/site`), asks("Bash", command));
  const { detail, notes, request } = questionIn(life);
  expect([detail, notes]).toEqual(["npm test", [`in ${root}/packages/site`]]);
  expect(verdictOn(request, allow)).toBe("ask");
  expect(verdictOn(request, { ...allow, in: ["packages/*"] })).toBe("allow");
  expect(verdictOn(request, { effect: "deny", command: "npm test" })).toBe("deny");
});

test("each call is where it is told to be: the shell has moved, and was set back", () => {
  const life = working();
  life.say(before("Bash", command, `${root}/sub`), asks("Bash", command), used(""));
  life.say(before("Bash", command, root, "toolu_2"));
  life.say({ ...asks("Bash", command, { tool_use_id: "toolu_2" }), request_id: "q2" });
  expect(questionIn(life).request).not.toHaveProperty("cwd");
});

test("[T-21] a command of which nobody says where it runs is allowed by no rule, and the question says that", () => {
  const life = working();
  life.say(before("Bash", command, root), asks("Bash", command), used(""));
  life.say({ ...asks("Bash", command, { tool_use_id: "toolu_2" }), request_id: "q2" });
  const { detail, notes, request } = questionIn(life);
  expect([detail, notes]).toEqual(["npm test", ["in a directory that Claude Code does not name"]]);
  expect(verdictOn(request, allow, { ...allow, in: ["**"] })).toBe("ask");
  expect(verdictOn(request, { effect: "deny", command: "npm **" })).toBe("deny");
});

test("[T-21] a process that was started in mode auto tells nobody where commands run: out of auto the session goes on with one that does", () => {
  const { state } = working({ mode: "auto" });
  expect(stream.configure(state, { mode: "ask", model: null })).toBeNull();
  expect(stream.configure(state, { mode: "plan", model: "opus" })).toBeNull();
  expect(stream.configure(state, { mode: "auto", model: "opus" })?.writes).toHaveLength(1);
  expect(stream.configure(state, { mode: null, model: "opus" })?.writes).toHaveLength(1);
});

test("[T-21] a process that has left mode auto, as work would have ended with it, names what helps in its questions", () => {
  const life = working({ mode: "auto" });
  const kept = stream.configure(life.state, { mode: "ask", model: null, hasWork: true });
  expect(kept?.writes).toHaveLength(1);
  life.state = kept?.state;
  life.say(asks("Bash", command));
  const { detail, notes, request } = questionIn(life);
  expect([detail, notes]).toEqual([
    "npm test",
    [expect.stringContaining("started in mode auto; to see it: skein restart <session>")],
  ]);
  expect(verdictOn(request, allow, { ...allow, in: ["**"] })).toBe("ask");
});

test("a search that names no place begins where the shell is", () => {
  const search = { pattern: "*.ts" };
  const life = working();
  life.say(before("Glob", search, "/elsewhere"), asks("Glob", search));
  expect(questionIn(life)).toMatchObject({
    notes: ["in /elsewhere"],
    request: { kind: "search", paths: ["/elsewhere"] },
  });
  life.say({ ...asks("Glob", search, { tool_use_id: "toolu_2" }), request_id: "q2" });
  expect(questionIn(life).request).toMatchObject({ hasMore: true });
});

test("a file that is named as a whole is where it is, whatever the shell's directory", () => {
  const file = { file_path: `${root}/a.ts` };
  const life = working();
  life.say(asks("Read", file));
  expect(questionIn(life)).toMatchObject({ detail: file.file_path, request: { paths: [file.file_path] } });
  expect(questionIn(life).request).not.toHaveProperty("hasMore");
});

test("what tells the directory is answered at once and changes nothing else; what was not asked for is refused", () => {
  const life = working();
  const told = life.facts.length;
  life.say(before("Bash", command, root));
  expect(life.facts).toHaveLength(told);
  expect(life.writes.at(-1)).toEqual({
    type: "control_response",
    response: { subtype: "success", request_id: "h-toolu_1", response: {} },
  });
  const { request, ...line } = before("Bash", command, root);
  life.say({ ...line, request: { ...(request as object), callback_id: "other" } });
  expect(life.writes.at(-1)).toMatchObject({ response: { subtype: "error" } });
});

test("a process that skips permissions is not made to wait for Skein before each command", () => {
  const hooksOf = (mode: string | null) => new Life(stream, { mode }).writes[0]?.request;
  expect(hooksOf(null)).toHaveProperty("hooks");
  expect(hooksOf("auto")).not.toHaveProperty("hooks");
});

test("a question of a state that did not know directories can be answered, and is asked again without one", () => {
  const life = new Life(stream);
  life.say(ready);
  life.deliver("p1");
  life.say(before("Bash", command, root), asks("Bash", command, { agent_id: "a1" }));
  life.state = JSON.parse(
    JSON.stringify(life.state, (key, value) => (key === "directory" || key === "directories" ? undefined : value)),
  );
  expect(life.answer("allow")).toHaveLength(1);
});
