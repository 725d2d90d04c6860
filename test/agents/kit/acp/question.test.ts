// What ACP agents ask for, in the words of rules.
import { expect, test } from "vitest";
import { gemini } from "../../../../src/agents/gemini/acp.ts";
import { AcpTalk, diff } from "../../../kit/acp-talk.ts";

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
    AcpTalk.working()
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
  [{ ...push, cwd: "/etc" }, { cwd: "/etc" }, "git push --force origin main\n\nin /etc"],
  [{ ...push, cwd: "~" }, { cwd: "~" }, "git push --force origin main\n\nin ~"],
  [{ ...push, cwd: "~/x" }, { cwd: "~/x" }, "git push --force origin main\n\nin ~/x"],
  [{ ...push, cwd: "x" }, { cwd: "/workspace/x" }, "git push --force origin main\n\nin x"],
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
  [{ command: "a 'b; c'; d", commands: ["a 'b; c'", "d"] }, { command: "a 'b; c'; d" }, "a 'b; c'; d"],
  [{ command: "a > b; c", commands: ["a > b; c"] }, { command: "a > b; c" }, "a > b; c"],
  [
    { command: "echo rm -rf x", commands: ["rm -rf x"] },
    { command: "echo rm -rf x", hasMore: true },
    'echo rm -rf x\n\ncommands: ["rm -rf x"]',
  ],
  [
    { command: "echo 'a; rm b; c'", commands: ["echo 'a", "rm b", "c'"] },
    { hasMore: true },
    `echo 'a; rm b; c'\n\ncommands: ["echo 'a","rm b","c'"]`,
  ],
  [{ command: "a b", commands: ["a"] }, { command: "a b", hasMore: true }, 'a b\n\ncommands: ["a"]'],
  [{ command: "a", commands: ["a", "rm b"] }, { command: "a", hasMore: true }, 'a\n\ncommands: ["a","rm b"]'],
] as const)("[T-21] the command %j is judged as %j and shown as %j", ([rawInput, request, detail]) => {
  const [fact] = AcpTalk.working().ask(1, { toolCallId: "c", title: "Run", kind: "execute", rawInput }).slice(-1);
  const data = fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
  expect([data?.detail, ...(data?.notes ?? [])]).toEqual(detail.split("\n\n"));
  expect(data?.request).toMatchObject(request);
  expect(data?.request?.hasMore).toBe("hasMore" in request ? request.hasMore : undefined);
  expect(data?.request?.cwd).toBe("cwd" in request ? request.cwd : undefined);
});

test("[T-21] a place is shown unless it is named as a whole", () => {
  const locations = [{ path: "/w/src/old" }, { path: "/w/src" }];
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Delete /w/src/old", kind: "delete", locations });
  expect(asked.at(-1)).toMatchObject({ data: { detail: "/w/src/old\n/w/src" } });
});

test("[T-21] a resource is shown with its address and its text, and what else it has", () => {
  const resource = { uri: "file:///home/me/.ssh/id_rsa", text: "hello", blob: "QUJD" };
  const content = [{ type: "content", content: { type: "resource", resource } }];
  const asked = AcpTalk.working().ask(1, { toolCallId: "c", title: "Send", kind: "other", content });
  const [fact] = asked.slice(-1);
  const data = fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
  expect(data?.detail).toBe("file:///home/me/.ssh/id_rsa\nhello");
  expect(data?.notes?.join()).toContain("QUJD");
});

test.for([
  ["[current working directory /workspace]", undefined, undefined],
  ["[in packages/a] (Runs the tests)", "/workspace/packages/a", undefined],
  ["[in /etc]", "/etc", undefined],
  ["[in src] x] (Runs [in /etc])", undefined, true],
  ["Somewhere", undefined, true],
] as const)("[T-21] gemini says where a command runs: %j", ([said, cwd, hasMore]) => {
  const content = [{ type: "content", content: { type: "text", text: said } }];
  const [fact] = AcpTalk.working(gemini)
    .ask(1, { toolCallId: "c", title: "npm test", kind: "execute", content })
    .slice(-1);
  const data = fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
  expect([data?.detail, data?.notes]).toEqual(["npm test", [`the agent says: ${said}`]]);
  expect(data?.request).toEqual({
    ...{ kind: "execute", tool: null, command: "npm test", paths: [] },
    ...(cwd === undefined ? {} : { cwd }),
    ...(hasMore ? { hasMore } : {}),
  });
});

test.for([
  "sh -c 'true' ; echo '; touch pwned; '",
  " /bin/bash  -c ls",
  "ZSH -c ls",
  "cmd.exe /c ls",
  "pwsh -NoProfile -Command ls",
])("[T-21] gemini takes a shell and its quotes off a command before it runs it, so no rule judges %j", (title) => {
  const content = [{ type: "content", content: { type: "text", text: "[current working directory /workspace]" } }];
  const asked = AcpTalk.working(gemini).ask(1, { toolCallId: "c", title, kind: "execute", content });
  expect(asked.at(-1)).toMatchObject({ data: { detail: title, request: { command: title, hasMore: true } } });
});

test("[T-21] what a tool of no known kind gets is not said: no rule allows it", () => {
  const content = [{ type: "content", content: { type: "text", text: '{"what":"everything"}' } }];
  const call = { toolCallId: "c", title: "wipe (an MCP server)", kind: "other", content, locations: [] };
  for (const talk of [AcpTalk.working(gemini), AcpTalk.working()])
    expect(talk.ask(1, call).at(-1)).toMatchObject({ data: { request: { kind: "other", hasMore: true } } });
});

test("gemini's title is the command, and what a call was before its question counts, too", () => {
  const asked = AcpTalk.working(gemini).ask(1, { toolCallId: "c", title: "rm -r build", kind: "execute" });
  expect(asked.at(-1)).toMatchObject({ data: { request: { kind: "execute", command: "rm -r build" } } });
  const talk = AcpTalk.working();
  talk.update("tool_call", { toolCallId: "c", title: "Edit", kind: "edit", locations: [{ path: "/w/a" }] });
  expect(talk.ask(1, { toolCallId: "c" }).at(-1)).toMatchObject({
    data: { request: { kind: "edit", paths: ["/w/a"] } },
  });
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
  const talk = AcpTalk.working();
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
