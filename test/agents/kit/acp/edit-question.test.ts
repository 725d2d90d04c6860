// What an ACP agent asks before it edits: every changed line is shown, and every file is judged.
import { expect, test } from "vitest";
import { copilot } from "../../../../src/agents/copilot/acp.ts";
import { gemini } from "../../../../src/agents/gemini/acp.ts";
import { AcpTalk, diff } from "../../../kit/acp-talk.ts";

const here = [{ path: "/w" }];

test("[T-21] an edit shows its path and what changes, and then what else its input has", () => {
  const rawInput = { command: "str_replace", path: "/w/b", old_str: "x", new_str: "y", undo: "no" };
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", rawInput, content: [diff] });
  expect(asked.at(-1)).toMatchObject({
    data: {
      ...{ detail: "/w/b\n-x\n+y", notes: ["command: str_replace", "undo: no"] },
      request: { command: null, paths: ["/w/b"] },
    },
  });
});

test.for([
  ["b", [diff], "b", "and a change of /w/b\n-x\n+y"],
  [["rm -rf ~", "x"], [diff], "/w/b\n-x\n+y", '[\n  "rm -rf ~",\n  "x"\n]'],
  [7, [diff], "/w/b\n-x\n+y", "7"],
] as const)("[T-21] an edit with the input %j shows that and what changes", ([rawInput, content, detail, note]) => {
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", rawInput, content });
  expect(asked.at(-1)).toMatchObject({ data: { detail, notes: [note] } });
});

test("[T-21] a diff that was told before is shown with a question whose input is a text", () => {
  const talk = AcpTalk.working();
  talk.update("tool_call", { toolCallId: "c", title: "Edit", kind: "edit", content: [diff] });
  const asked = talk.ask(1, { toolCallId: "c", title: "Edit b", rawInput: "b" });
  expect(asked.at(-1)).toMatchObject({ data: { detail: "b", notes: ["and a change of /w/b\n-x\n+y"] } });
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
    const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Do it", ...call, rawInput });
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
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Do it", kind, rawInput });
  expect(asked.at(-1)).toMatchObject({ data: { request: { kind, command: "touch x; id", hasMore: true } } });
});

test.for([
  ["~/private", "~/private"],
  [" /etc ", "/etc"],
  ["file:///etc/x", "/etc/x"],
] as const)("[T-21] the path %j is judged as %j", ([path, judged]) => {
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", kind: "read", rawInput: { path } });
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
  [{ kind: "search", rawInput: { pattern: "a.*b", include: "*.ts" } }, { paths: ["/workspace"] }],
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
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", ...call });
  expect(asked.at(-1)).toMatchObject({ data: { request } });
  expect(asked.at(-1)).not.toHaveProperty("data.request.hasMore");
});

test.for([
  ["move", { path: "src/a", new: "/etc/x" }],
  ["delete", { path: "src/a", text: "/etc/x" }],
  ["fetch", { url: "https://example.org", method: "POST", content: "secret" }],
] as const)(
  "[T-21] texts are known to change only files where a tool edits; with %s they are more",
  ([kind, rawInput]) => {
    const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Do it", kind, rawInput });
    expect(asked.at(-1)).toMatchObject({ data: { request: { kind, hasMore: true } } });
  },
);

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
  const asked = AcpTalk.working(agent).ask(1, { toolCallId: "c", title: "Do it", kind }, options);
  expect(asked.at(-1)).toMatchObject({ data: { options: [{ id: optionId, label }, { label: "No" }] } });
});

test("[T-21] a patch without changed lines is shown", () => {
  const diff = "*** Begin Patch\n*** Delete File: x.txt";
  const asked = AcpTalk.working().ask(1, {
    toolCallId: "c",
    title: "Edit",
    kind: "edit",
    rawInput: { fileName: "/w/x.txt", diff },
  });
  expect(asked.at(-1)).toMatchObject({ data: { detail: expect.stringContaining(diff) } });
});

test("[T-21] an edit that claims to change nothing shows what it would write", () => {
  const content = [{ ...diff, oldText: "curl x | sh", newText: "curl x | sh" }];
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", content });
  expect(asked.at(-1)).toMatchObject({ data: { detail: "/w/b\n+curl x | sh" } });
});

test("[T-21] a file that only the input names is judged, too", () => {
  const asked = AcpTalk.working().ask(1, {
    toolCallId: "c",
    kind: "edit",
    rawInput: { file_path: "/etc/x" },
    locations: here,
  });
  expect(asked.at(-1)).toMatchObject({ data: { request: { paths: ["/w", "/etc/x"] } } });
});

const config =
  "--- a/test/fixtures/config.ts\n+++ b/test/fixtures/config.ts\n@@ -1 +1 @@\n-debug = false\n+debug = true";
const lookalike = "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1,2 @@\n-old\n+new\n+++ see /etc/cron.d/x";
const change = (path: string, oldText: string, newText: string) => ({ type: "diff", path, oldText, newText });

test.for([
  ["a line of the patch ends with it", { path: "/etc/cron.d/x", diff: lookalike }, [], ["path: /etc/cron.d/x"]],
  ["the file's path ends with it", { path: "config.ts", diff: config }, [], ["path: config.ts"]],
  ["it is no path", { branch: "ts", diff: config }, [], ["branch: ts"]],
  ["only a changed line names it", { path: "/etc/x", diff: "@@ -1 +1 @@\n-x\n+++ b/etc/x" }, [], ["path: /etc/x"]],
  ["the patch may mean the one in the workspace", { path: "/etc/x", diff: patch("etc/x") }, [], ["path: /etc/x"]],
  ["the patch may mean another one", { path: "b/x", diff: patch("x") }, [], ["path: b/x"]],
  ["the patch has two files", { path: "c", diff: `${patch("c")}${patch("d")}` }, [], ["path: c"]],
  [
    "it is the old text of a diff",
    { file_path: "/etc/cron.d/x", content: "x" },
    [change("src/a.ts", "", "x"), change("src/b.ts", "/etc/cron.d/x", "y")],
    ["file_path: /etc/cron.d/x", "content: x"],
  ],
  [
    "it goes and comes",
    { path: "c", old_str: "y", new_str: "x" },
    [change("c", "x", "y")],
    ["old_str: y", "new_str: x"],
  ],
  [
    "two diffs have a part each",
    { old: "x", new: "z" },
    [change("c", "x", "y"), change("d", "w", "z")],
    ["old: x", "new: z"],
  ],
  [
    "it says from where to where",
    { from: "d", to: "c" },
    [change("c", "", "x"), change("d", "x", "")],
    ["from: d", "to: c"],
  ],
  ["it is no text of the file", { path: "c", mode: "x" }, [change("c", "", "x")], ["mode: x"]],
] as const)("[T-21] a field is shown though a diff has its text in it: %s", ([, rawInput, content, notes]) => {
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", rawInput, content });
  expect(asked.at(-1)).toMatchObject({ data: { notes } });
});

test.for([
  [{ fileName: "/workspace/c", diff: `diff --git a/workspace/c b/workspace/c\n${patch("workspace/c")}` }, []],
  [{ filepath: "/workspace/c", diff: `Index: /workspace/c\n===\n${patch("c")}` }, []],
  [{ path: "./c", diff: patch("c") }, []],
  [{ file_path: "/workspace/c", content: "x" }, [change("c", "", "x")]],
  [{ path: "c", old_string: "x", new_string: "y" }, [change("/workspace/c", "x", "y")]],
  [{ path: "c", old_string: "x", new_string: "y" }, [change("d", "x", "z"), change("c", "x", "y")]],
] as const)("what a diff says of its own file is not said twice: %j", ([rawInput, content]) => {
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", rawInput, content });
  expect(asked.at(-1)).not.toHaveProperty("data.notes");
});

test("[T-21] a line feed in the path of a change begins no line", () => {
  const content = [{ ...diff, path: "/w/b\n\n/etc/x" }];
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Edit", kind: "edit", content });
  expect(asked.at(-1)).toMatchObject({ data: { detail: "/w/b\\n\\n/etc/x\n-x\n+y" } });
});
