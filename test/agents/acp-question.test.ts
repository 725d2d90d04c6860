// What ACP agents ask for, in the words of rules; and what they want to know, as forms.
import { expect, test } from "vitest";
import { type AcpAgent, copilot, gemini } from "../../src/agents/acp/index.ts";
import type { Fact } from "../../src/agents/driver.ts";
import { marks } from "../../src/agents/index.ts";
import { AcpTalk } from "../kit/acp-talk.ts";

function working(agent?: AcpAgent): AcpTalk {
  const talk = AcpTalk.ready(agent);
  talk.prompt();
  return talk;
}

const diff = { type: "diff", path: "/w/b", oldText: "x", newText: "y" };
const here = [{ path: "/w" }];

test.for([
  [
    { kind: "execute", rawInput: { command: "ls -l" }, locations: [{ path: "/workspace" }] },
    { kind: "execute", command: "ls -l" },
  ],
  [
    { kind: "execute", rawInput: { command: ["bash", "-lc", "ls | wc"] } },
    { kind: "execute", command: "ls | wc" },
  ],
  [
    { kind: "execute", rawInput: { command: ["cat", "a b", "-"] } },
    { kind: "execute", command: "cat 'a b' -" },
  ],
  [
    { kind: "execute", rawInput: { command: ["cat", "it's"] } },
    { kind: "execute", command: "cat 'it'\\''s'" },
  ],
  [
    { kind: "execute", rawInput: { cmd: "ls" } },
    { kind: "execute", command: "ls" },
  ],
  [
    { kind: "execute", rawInput: { commands: ["ls", "rm x"] } },
    { kind: "execute", command: "ls\nrm x" },
  ],
  [
    { kind: "execute", title: "List files" },
    { kind: "execute", command: null },
  ],
  [
    { kind: "edit", content: [diff], locations: [{ path: "a" }] },
    { kind: "edit", paths: ["/workspace/a", "/w/b"] },
  ],
  [
    { kind: "delete", locations: [{ path: "/w/a" }] },
    { kind: "delete", paths: ["/w/a"] },
  ],
  [
    { kind: "read", locations: [{ path: "/w/../etc/x" }] },
    { kind: "read", paths: ["/etc/x"] },
  ],
  [{ kind: "fetch", rawInput: { url: "https://example.com" } }, { kind: "fetch" }],
  [{ kind: "think" }, { kind: "other" }],
  [{}, { kind: "other" }],
] as const)("[T-21] rules are held against %j as %j", ([toolCall, request]) => {
  expect(
    working()
      .ask(1, { toolCallId: "c", ...toolCall })
      .at(-1),
  ).toMatchObject({
    type: "permission",
    data: { request: { tool: null, command: null, paths: [], ...request } },
  });
});

const push = { command: "git", args: ["push", "--force", "origin", "main"] };

test.for([
  [push, { command: "git push --force origin main" }, "git push --force origin main"],
  [{ ...push, cwd: "/etc" }, { cwd: "/etc" }, "git push --force origin main\n\n(in /etc)"],
  [{ ...push, cwd: "~" }, { cwd: "~" }, "git push --force origin main\n\n(in ~)"],
  [{ ...push, cwd: "~/x" }, { cwd: "~/x" }, "git push --force origin main\n\n(in ~/x)"],
  [{ ...push, cwd: "x" }, { cwd: "/workspace/x" }, "git push --force origin main\n\n(in x)"],
  [{ ...push, cwd: "/workspace/" }, { command: "git push --force origin main" }, "git push --force origin main"],
  [
    { command: "git", env: { GIT_SSH_COMMAND: "sh -c evil" } },
    { command: "GIT_SSH_COMMAND='sh -c evil' git", hasMore: true },
    "GIT_SSH_COMMAND='sh -c evil' git",
  ],
  [
    { command: "make", env: [{ name: "CC", value: "evil" }] },
    { command: "CC=evil make", hasMore: true },
    "CC=evil make",
  ],
  [{ command: "make", env: ["CC=evil"] }, { hasMore: true }, 'make\n\nenv: ["CC=evil"]'],
  [{ command: "make x;", args: ["y z"] }, { command: "make x; 'y z'", hasMore: true }, "make x; 'y z'"],
  [{ command: "make", args: "x; rm y" }, { command: "make", hasMore: true }, "make\n\nargs: x; rm y"],
  [{ command: "make", cmd: "rm x" }, { command: "make", hasMore: true }, "make\n\ncmd: rm x"],
  [{ command: "make", stdin: "x" }, { command: "make", hasMore: true }, "make\n\nstdin: x"],
  [{ command: "make", description: "Builds it" }, { command: "make" }, "make\n\ndescription: Builds it"],
  [{ command: ["/bin/bash", "-lc", "npm test"], cwd: "/workspace" }, { command: "npm test" }, "npm test"],
  [{ command: ["./sh", "-c", "npm test"] }, { command: "./sh -c 'npm test'" }, "./sh -c 'npm test'"],
  [{ command: ["/workspace/bash", "-c", "ls"] }, { command: "/workspace/bash -c ls" }, "/workspace/bash -c ls"],
  [{ command: "make", timeout: { run: "x" } }, { command: "make", hasMore: true }, 'make\n\ntimeout: {"run":"x"}'],
  [{ command: "a; b", commands: ["a", "b"] }, { command: "a; b" }, "a; b"],
  [{ command: "a", commands: ["a", "rm b"] }, { command: "a", hasMore: true }, 'a\n\ncommands: ["a","rm b"]'],
] as const)("[T-21] the command %j is judged as %j and shown as %j", ([rawInput, request, detail]) => {
  const [fact] = working().ask(1, { toolCallId: "c", title: "Run", kind: "execute", rawInput }).slice(-1);
  const data = fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
  expect(data?.detail).toBe(detail);
  expect(data?.request).toMatchObject(request);
  expect(data?.request?.hasMore).toBe("hasMore" in request ? request.hasMore : undefined);
  expect(data?.request?.cwd).toBe("cwd" in request ? request.cwd : undefined);
});

test("[T-21] an edit shows its path and what changes, and then what else its input has", () => {
  const rawInput = { command: "str_replace", path: "/w/b", old_str: "x", new_str: "y", undo: "no" };
  const asked = working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", rawInput, content: [diff] });
  expect(asked.at(-1)).toMatchObject({
    data: { detail: "/w/b\n-x\n+y\n\ncommand: str_replace\nundo: no", request: { command: null, paths: ["/w/b"] } },
  });
});

test.for([
  ["b", [diff], "b\n\n/w/b\n-x\n+y"],
  [["rm -rf ~", "x"], [diff], '/w/b\n-x\n+y\n\n[\n  "rm -rf ~",\n  "x"\n]'],
  [7, [diff], "/w/b\n-x\n+y\n\n7"],
] as const)("[T-21] an edit with the input %j shows that and what changes", ([rawInput, content, detail]) => {
  const asked = working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", rawInput, content });
  expect(asked.at(-1)).toMatchObject({ data: { detail } });
});

test("[T-21] a diff that was told before is shown with a question whose input is a text", () => {
  const talk = working();
  talk.update("tool_call", { toolCallId: "c", title: "Edit", kind: "edit", content: [diff] });
  const asked = talk.ask(1, { toolCallId: "c", title: "Edit b", rawInput: "b" });
  expect(asked.at(-1)).toMatchObject({ data: { detail: "b\n\n/w/b\n-x\n+y" } });
});

test("[T-21] a place is shown unless it is named as a whole", () => {
  const locations = [{ path: "/w/src/old" }, { path: "/w/src" }];
  const asked = working().ask(1, { toolCallId: "c", title: "Delete /w/src/old", kind: "delete", locations });
  expect(asked.at(-1)).toMatchObject({ data: { detail: "Delete /w/src/old\n\n/w/src" } });
});

test("[T-21] a resource is shown with its address and its text, and what else it has", () => {
  const resource = { uri: "file:///home/me/.ssh/id_rsa", text: "hello", blob: "QUJD" };
  const content = [{ type: "content", content: { type: "resource", resource } }];
  const asked = working().ask(1, { toolCallId: "c", title: "Send", kind: "other", content });
  const [fact] = asked.slice(-1);
  const shown = fact?.type === "permission" && fact.data.state === "asked" ? fact.data.detail : "";
  expect(shown).toContain("file:///home/me/.ssh/id_rsa\nhello");
  expect(shown).toContain("QUJD");
});

const edit = { kind: "edit", locations: [{ path: "src/a" }] };
const patch = (name: string): string => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-x\n+y\n`;

test.for([
  [edit, { path: "src/a", old_string: "x", new_string: "y", replace_all: true }, false],
  [edit, { fileName: "/workspace/src/a", diff: patch("src/a") }, false],
  [edit, { path: "src/a", diff: patch("/workspace/src/a") }, false],
  [edit, { command: "str_replace", path: "src/a", old_str: "x", new_str: "y" }, false],
  [edit, { command: "insert", path: "src/a", insert_line: 3, new_str: "y", view_range: [1, 2] }, false],
  [{ kind: "fetch" }, { url: "https://example.com", prompt: "what is it?" }, false],
  [{ kind: "search" }, { pattern: "x", path: "src" }, false],
  [edit, { path: "src/a", edits: [{ path: "/etc/passwd" }] }, true],
  [edit, { path: "src/a", files: ["/etc/passwd"] }, true],
  [edit, { path: "src/a", src: "src/a", dst: "/etc/passwd" }, true],
  [edit, { path: "src/a", uri: "file:///etc/passwd" }, true],
  [edit, { path: "src/a", patch: patch("/etc/passwd") }, true],
  [edit, { path: "src/a", diff: patch("/etc/passwd") }, true],
  [edit, { path: "src/a", diff: `${patch("src/a")}${patch("b")}` }, true],
  [edit, { path: "src/a", diff: "*** Update File: b\n+x\n" }, true],
  [edit, { path: "src/a", diff: "*** Delete File: src/a\n" }, true],
  [edit, { path: "src/a", diff: "diff --git a/src/a b/src/a\ndeleted file mode 100644\n" }, true],
  [edit, { path: "src/a", diff: "diff --git a/src/a b/src/a\nGIT binary patch\n" }, true],
  [edit, { path: "src/a", diff: "diff --git a/b b/b\n@@ -1 +1 @@\n-x\n+y\n" }, true],
  [edit, { path: "src/a", diff: "diff --git a/src/a b/src/a\n@@ -1 +1 @@\n-x\n+y\n" }, false],
  [edit, { path: "src/a", diff: 'diff --git "a/src/a" "b/b c"\n@@ -1 +1 @@\n-x\n+y\n' }, true],
  [edit, { path: "src/a", diff: `  ${patch("b").replaceAll("\n", "\n  ")}` }, true],
  [edit, { path: "src/a", diff: `new file mode 120000\n${patch("src/a")}` }, true],
  [edit, { path: "src/a", diff: `create file mode 100644\n${patch("src/a")}` }, false],
  [edit, { path: "src/a", diff: "Index: b\n@@ -1 +1 @@\n-x\n+y\n" }, true],
  [{ kind: "search" }, { pattern: "{..,src}/x" }, true],
  [{ kind: "search" }, { pattern: "x", glob: "{/etc,src}/*" }, true],
  [{ kind: "fetch" }, { url: "ftp://example.com" }, true],
  [{ kind: "fetch" }, { prompt: "Sum up file:///etc/passwd" }, true],
  [edit, { path: "src/a", url: "https://example.com" }, true],
  [edit, { path: "src/a", content: { of: "/etc/passwd" } }, true],
  [edit, "*** Update File: /etc/passwd", true],
  [edit, ["/etc/passwd"], true],
] as const)(
  "[T-21] a rule about files looks at all that a tool is given: %j %j: more than that %j",
  ([call, rawInput, hasMore]) => {
    const asked = working().ask(1, { toolCallId: "c", title: "Do it", ...call, rawInput });
    expect(asked.at(-1)).toMatchObject({ data: { request: { kind: call.kind, command: null } } });
    const [data] = asked.flatMap((fact) =>
      fact.type === "permission" && fact.data.state === "asked" ? [fact.data] : [],
    );
    expect(data?.request?.hasMore ?? false).toBe(hasMore);
  },
);

test.for([
  ["fetch", { command: "touch x; id" }],
  ["edit", { path: "src/a", command: "touch x; id" }],
  ["read", { path: "src/a", cmd: "touch x; id" }],
  ["move", { from: "a", to: "b", command: ["sh", "-c", "touch x; id"] }],
] as const)("[T-21] a command is judged as one, also in a tool of kind %s", ([kind, rawInput]) => {
  const asked = working().ask(1, { toolCallId: "c", title: "Do it", kind, rawInput });
  expect(asked.at(-1)).toMatchObject({ data: { request: { kind, command: "touch x; id", hasMore: true } } });
});

test.for([
  ["~/private", "~/private"],
  [" /etc ", "/etc"],
  ["file:///etc/x", "/etc/x"],
] as const)("[T-21] the path %j is judged as %j", ([path, judged]) => {
  const asked = working().ask(1, { toolCallId: "c", kind: "read", rawInput: { path } });
  expect(asked.at(-1)).toMatchObject({ data: { request: { paths: [judged] } } });
});

test.for([
  [
    { kind: "search", rawInput: { pattern: "/etc/*.conf" } },
    { kind: "search", paths: ["/etc/*.conf"] },
  ],
  [{ kind: "search", rawInput: { pattern: "../x", path: "." } }, { paths: ["/workspace", "/x"] }],
  [{ kind: "search", rawInput: { pattern: "x", glob: "~/.ssh/*" } }, { paths: ["~/.ssh/*"] }],
  [{ kind: "search", rawInput: { pattern: "x", include: "../*" } }, { paths: ["/*"] }],
  [{ kind: "search", rawInput: { pattern: "a.*b", include: "*.ts" } }, { paths: [] }],
  [
    { kind: "fetch", rawInput: { url: "file:///etc/passwd" } },
    { kind: "read", paths: ["/etc/passwd"] },
  ],
  [
    { kind: "fetch", rawInput: { url: " FILE:/etc/passwd" } },
    { kind: "read", paths: ["/etc/passwd"] },
  ],
  [{ kind: "read", rawInput: { path: "~root/x" } }, { paths: ["~root/x"] }],
  [{ kind: "read", rawInput: { path: "FILE:///etc/x" } }, { paths: ["/etc/x"] }],
  [{ kind: "read", rawInput: { path: "file://elsewhere/x" } }, { paths: ["/file://elsewhere/x"] }],
] as const)("[T-21] what leads out of the workspace is a path: %j is judged as %j", ([call, request]) => {
  const asked = working().ask(1, { toolCallId: "c", ...call });
  expect(asked.at(-1)).toMatchObject({ data: { request } });
  expect(asked.at(-1)).not.toHaveProperty("data.request.hasMore");
});

test.for([
  [gemini, "execute", "proceed_always", "Allow every command of the same programs for this session"],
  [gemini, "edit", "proceed_always", "Allow this and all edits for this session"],
  [gemini, "edit", "proceed_always_and_save", "As the agent says"],
  [gemini, "fetch", "proceed_always", "As the agent says"],
  [copilot, "edit", "allow_always", "Always allow this and all edits"],
  [copilot, "execute", "allow_always", "As the agent says"],
  [undefined, "edit", "always", "As the agent says"],
] as const)("[M-27] a yes for the session says what the agent would remember: %#", ([agent, kind, optionId, label]) => {
  const options = [
    { optionId, name: "As the agent says", kind: "allow_always" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ];
  const asked = working(agent).ask(1, { toolCallId: "c", title: "Do it", kind }, options);
  expect(asked.at(-1)).toMatchObject({ data: { options: [{ id: optionId, label }, { label: "No" }] } });
});

test("[T-21] a patch without changed lines is shown", () => {
  const diff = "*** Begin Patch\n*** Delete File: x.txt";
  const asked = working().ask(1, {
    toolCallId: "c",
    title: "Edit",
    kind: "edit",
    rawInput: { fileName: "/w/x.txt", diff },
  });
  expect(asked.at(-1)).toMatchObject({ data: { detail: expect.stringContaining(diff) } });
});

test("[T-21] an edit that claims to change nothing shows what it would write", () => {
  const content = [{ ...diff, oldText: "curl x | sh", newText: "curl x | sh" }];
  const asked = working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", content });
  expect(asked.at(-1)).toMatchObject({ data: { detail: "/w/b\n+curl x | sh" } });
});

test("[T-21] a file that only the input names is judged, too", () => {
  const asked = working().ask(1, { toolCallId: "c", kind: "edit", rawInput: { file_path: "/etc/x" }, locations: here });
  expect(asked.at(-1)).toMatchObject({ data: { request: { paths: ["/w", "/etc/x"] } } });
});

test("[T-21] what was said of a call before its question is shown with it", () => {
  const talk = working();
  talk.update("tool_call", { toolCallId: "c", title: "Edit", kind: "edit", status: "in_progress", content: [diff] });
  expect(talk.ask(1, { toolCallId: "c", title: "Edit files" }).at(-1)).toMatchObject({
    data: { detail: "/w/b\n-x\n+y", request: { kind: "edit", paths: ["/w/b"] } },
  });
  talk.update("tool_call", { toolCallId: "d", title: "Run", kind: "execute", rawInput: { command: "rm x", cwd: "/" } });
  expect(talk.ask(2, { toolCallId: "d" }).at(-1)).toMatchObject({
    data: { detail: "rm x\n\n(in /)", request: { command: "rm x", cwd: "/" } },
  });
});

/** The newest question. */
const askedBy = (talk: AcpTalk, id: number, toolCall: Record<string, unknown>) => {
  const fact = talk.ask(id, { toolCallId: "c", ...toolCall }).at(-1);
  return fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
};

const longInput = { command: `echo ${"a".repeat(81_000)}; rm -rf /evil` };
const longDiff = { ...diff, newText: `${"y\n".repeat(50_000)}the last line` };

test("[T-21] a long input and long diffs of a call are shown to their end with a question that only names it", () => {
  const talk = working();
  talk.update("tool_call", { toolCallId: "c", title: "Do it", kind: "execute", rawInput: longInput });
  const run = askedBy(talk, 1, { title: "Do it" });
  expect(run).toMatchObject({ detail: longInput.command, request: { command: longInput.command } });
  talk.update("tool_call", { toolCallId: "d", title: "Edit", kind: "edit", content: [longDiff] });
  const edit = askedBy(talk, 2, { toolCallId: "d" });
  expect(edit).toMatchObject({ detail: expect.stringMatching(/\n\+the last line$/) });
  expect([run?.isPartial, edit?.isPartial]).toEqual([undefined, undefined]);
});

test("[T-21] texts that were taken out of a long line come whole behind the path of their file", () => {
  const talk = working();
  const shortened = (beginning: string, hash: string) =>
    marks.write({ beginning, hash: hash.repeat(64), bytes: 90_000 });
  const [oldText, newText] = [shortened("same\nx", "a"), shortened("same\ny", "b")];
  talk.update("tool_call", { toolCallId: "c", kind: "edit", content: [{ ...diff, oldText, newText }] });
  const asked = askedBy(talk, 1, {});
  const parts = marks.split(asked?.detail ?? "");
  const shown = parts.map((part) => (part.kind === "blob" ? `[${part.hash[0]}]` : part.text));
  expect(shown.join("")).toBe("/w/b\n--- before\n[a]\n+++ after\n[b]");
  expect(asked?.isPartial).toBeUndefined();
});

const tooLong = "z".repeat(1_100_000);
const partial = { isPartial: true, request: { hasMore: true } };

test.for([
  [{ kind: "execute", rawInput: { command: tooLong } }, { rawInput: { command: "ls" } }],
  [{ kind: "edit", content: [{ ...diff, newText: tooLong }] }, { content: [diff] }],
] as const)(
  "what could not be remembered of a call makes its question partial, unless that says it: %#",
  ([said, again]) => {
    const talk = working();
    talk.update("tool_call", { toolCallId: "c", title: "Do it", ...said });
    expect(askedBy(talk, 1, {})).toMatchObject(partial);
    expect(JSON.stringify(talk.state).length).toBeLessThan(10_000);
    expect(askedBy(talk, 2, again)?.isPartial).toBeUndefined();
  },
);

test("what a call would have done is not shown by a question that comes after its end, which says so", () => {
  const talk = working();
  talk.update("tool_call", { toolCallId: "c", title: "Run", kind: "execute", rawInput: { command: "rm x" } });
  talk.update("tool_call_update", { toolCallId: "c", status: "completed" });
  expect(askedBy(talk, 1, {})).toMatchObject(partial);
});

test("of many calls at a time the newest are remembered, and the question about another one is partial", () => {
  const talk = working();
  const newText = "y".repeat(100_000);
  for (let n = 0; n < 12; n++)
    talk.update("tool_call", {
      ...{ toolCallId: `c${n}`, title: "Edit", kind: "edit" },
      content: [{ ...diff, path: `/w/${n}`, newText }],
    });
  expect(JSON.stringify(talk.state).length).toBeLessThan(1_200_000);
  expect(talk.ask(1, { toolCallId: "c11" }).at(-1)).toMatchObject({ data: { detail: `/w/11\n-x\n+${newText}` } });
  expect(askedBy(talk, 2, { toolCallId: "c0" })).toMatchObject(partial);
});

test.for([
  ["[current working directory /workspace]", undefined, undefined],
  ["[in packages/a] (Runs the tests)", "/workspace/packages/a", undefined],
  ["[in /etc]", "/etc", undefined],
  ["[in src] x] (Runs [in /etc])", undefined, true],
  ["Somewhere", undefined, true],
] as const)("[T-21] gemini says where a command runs: %j", ([said, cwd, hasMore]) => {
  const content = [{ type: "content", content: { type: "text", text: said } }];
  const [fact] = working(gemini).ask(1, { toolCallId: "c", title: "npm test", kind: "execute", content }).slice(-1);
  const data = fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
  expect(data?.detail).toBe(`npm test\n\n${said}`);
  expect(data?.request).toEqual({
    ...{ kind: "execute", tool: null, command: "npm test", paths: [] },
    ...(cwd === undefined ? {} : { cwd }),
    ...(hasMore ? { hasMore } : {}),
  });
});

test("gemini's title is the command, and what a call was before its question counts, too", () => {
  const asked = working(gemini).ask(1, { toolCallId: "c", title: "rm -r build", kind: "execute" });
  expect(asked.at(-1)).toMatchObject({ data: { request: { kind: "execute", command: "rm -r build" } } });
  const talk = working();
  talk.update("tool_call", { toolCallId: "c", title: "Edit", kind: "edit", locations: [{ path: "/w/a" }] });
  expect(talk.ask(1, { toolCallId: "c" }).at(-1)).toMatchObject({
    data: { request: { kind: "edit", paths: ["/w/a"] } },
  });
});

const requestedSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Your name", description: "as on the door" },
    size: { type: "string", enum: ["S", "L"] },
    colour: { type: "string", oneOf: [{ const: "r", title: "Red", description: "warm" }, { const: "b" }] },
    extras: { type: "array", items: { anyOf: [{ const: "bag", title: "A bag" }] } },
    gift: { type: "boolean", title: "A gift?" },
    count: { type: "integer" },
  },
  required: ["name"],
};
const elicitation = {
  mode: "form",
  sessionId: "00000000-0000-4000-8000-000000000007",
  message: "Tell me more.\nPlease.",
  requestedSchema,
};
const elicit = (talk: AcpTalk, params: object = elicitation, id = 7) =>
  talk.say({ id, method: "elicitation/create", params: params as Record<string, unknown> });

const sizes = [
  { value: "S", label: "S" },
  { value: "L", label: "L" },
];
const colours = [
  { value: "r", label: "Red", description: "warm" },
  { value: "b", label: "b" },
];

test("[M-27] what the agent wants to know is one question with a form; the answer has the types that it asked for", () => {
  const talk = working();
  expect(elicit(talk)).toEqual([
    {
      type: "permission",
      data: {
        id: "r1-q7-1",
        state: "asked",
        title: "Tell me more.",
        detail: "Tell me more.\nPlease.\nYour name: as on the door",
        options: [
          { id: "accept", label: "Answer", kind: "allow_once" },
          { id: "decline", label: "Don't answer", kind: "reject_once" },
        ],
        form: [
          { id: "name", label: "Your name", kind: "text", isRequired: true },
          { id: "size", label: "size", kind: "choice", options: sizes },
          { id: "colour", label: "colour", kind: "choice", options: colours },
          { id: "extras", label: "extras", kind: "choices", options: [{ value: "bag", label: "A bag" }] },
          { id: "gift", label: "A gift?", kind: "yes_no" },
          { id: "count", label: "count", kind: "number" },
        ],
      },
    },
  ]);
  const question = talk.state;
  talk.decide("accept", null, { name: "Ada", extras: "bag", gift: "yes", count: "2", more: "?" });
  const content = { name: "Ada", extras: ["bag"], gift: true, count: 2 };
  expect(talk.written.at(-1)).toMatchObject({ id: 7, result: { action: "accept", content } });
  expect(talk.state).not.toEqual(question);
  const said = talk.written.length;
  talk.decide("accept");
  expect(talk.written).toHaveLength(said);
});

test("an id that the agent uses again after the answer is another question, and is answered as such", () => {
  const talk = working();
  const ids = [talk.ask(1, { toolCallId: "a" }), talk.ask(2, { toolCallId: "b" })].map(idOfQuestion);
  talk.decide("yes");
  const again = idOfQuestion(talk.ask(2, { toolCallId: "c" }));
  expect(ids).not.toContain(again);
  talk.decide("no");
  expect(talk.written.at(-1)).toEqual({
    ...{ jsonrpc: "2.0", id: 2 },
    result: { outcome: { outcome: "selected", optionId: "no" } },
  });
  expect([...ids, again]).not.toContain(idOfQuestion(elicit(talk, elicitation, 2)));
  talk.decide("decline");
  expect(talk.written.at(-1)).toEqual({ jsonrpc: "2.0", id: 2, result: { action: "decline" } });
});

test.for([
  ["go", [{ optionId: "go", name: "Go", kind: "allow_once" }]],
  [
    "deny",
    [
      { optionId: "deny", name: "Go", kind: "allow_once" },
      { optionId: "no-deny", name: "Always", kind: "allow_always" },
    ],
  ],
] as const)("a question that offers no way to say no can be denied: nobody answers it (%s)", ([yes, options]) => {
  const talk = working();
  const asked = talk.ask(1, { toolCallId: "c", title: "rm -rf build", kind: "execute" }, options).at(-1);
  const offered = asked?.type === "permission" && asked.data.state === "asked" ? asked.data.options : [];
  expect(offered.map(({ kind }) => kind)).toEqual([...options.map(({ kind }) => kind), "reject_once"]);
  const no = offered.at(-1)?.id ?? "";
  expect(offered.filter(({ id }) => id === no)).toHaveLength(1);
  talk.decide(no);
  expect(talk.written.at(-1)).toEqual({ jsonrpc: "2.0", id: 1, result: { outcome: { outcome: "cancelled" } } });
  talk.ask(2, { toolCallId: "d", title: "ls", kind: "execute" }, options);
  talk.decide(yes);
  expect(talk.written.at(-1)).toMatchObject({ id: 2, result: { outcome: { outcome: "selected", optionId: yes } } });
});

const idOfQuestion = (facts: readonly Fact[]): string =>
  facts.flatMap((fact) => (fact.type === "permission" ? [fact.data.id] : [])).at(-1) ?? "";

test("a form may be declined, taken back, or end with the turn", () => {
  const talk = working();
  elicit(talk, { ...elicitation, toolCallId: "c" });
  talk.decide("decline");
  expect(talk.written.at(-1)).toMatchObject({ id: 7, result: { action: "decline" } });
  elicit(talk);
  expect(talk.say({ method: "$/cancel_request", params: { requestId: 7 } })).toMatchObject([
    { type: "permission", data: { id: "r1-q7-2", state: "stale" } },
  ]);
  elicit(talk);
  talk.interrupt();
  expect(talk.written.at(-1)).toMatchObject({ id: 7, result: { action: "cancel" } });
});

test.for([
  { ...elicitation, mode: "url", url: "https://example.com" },
  { ...elicitation, sessionId: "another" },
  { mode: "form", requestId: 1, message: "?", requestedSchema },
  {},
])("a question that nobody could answer is told so at once, visibly: %j", (params) => {
  const talk = working();
  expect(elicit(talk, params)).toMatchObject([{ type: "notice", data: { kind: "unreadable_line" } }]);
  expect(talk.written.at(-1)).toMatchObject({ id: 7, result: { action: "cancel" } });
});

test.for(["null", "{}", "[7]", "1.5", "1e999", "9007199254740993", "true"])(
  "a question under the id %s, which no answer can name, is refused without one, and its turn ends with the reason",
  (id) => {
    const talk = working();
    talk.raw(`{"jsonrpc":"2.0","id":${id},"method":"session/request_permission","params":{}}`);
    expect(talk.written.at(-1)).toMatchObject({ id: null, error: { code: -32600 } });
    expect(talk.facts.slice(-2)).toMatchObject([
      { type: "error", data: { code: "unanswerable_question" } },
      { type: "stop_turn" },
    ]);
  },
);
