// The bodies of commands: what they may say, and that they may say nothing else.
import { describe, expect, test } from "vitest";
import { type BodyOf, type CommandName, operations } from "../../src/protocol/index.ts";

const id = "2f1c1b0e-7c55-4c1e-9d53-0a2f9ad5f0b1";

/** A body of each command with everything that it may say; the compiler keeps the list complete. */
const full: { [R in CommandName]: BodyOf<R> } = {
  confirmOnTerminal: { id, terminal: "/dev/pts/1" },
  drain: { id, agents: "stop" },
  backup: { id },
  inspectAgents: { id, agent: "demo", env: { PATH: "/bin" }, quick: true },
  create: { id, path: "app", cwd: "/home/ada", agent: "demo", name: "fix", env: { PATH: "/bin" } },
  fork: { id, at: { turn: "t1" }, name: "fix", env: { PATH: "/bin" } },
  attach: { id, path: "app", cwd: "/home/ada", agent: "demo", env: { PATH: "/bin" }, keepsEnvironment: true },
  prompt: {
    id,
    content: [{ type: "text", text: "do it" }],
    command: true,
    when: "steer",
    else: "reject",
    expectTurn: "t1",
    place: { before: null },
    notBefore: "2026-01-01T09:00:00+02:00",
    after: "p1",
    held: true,
  },
  editPrompt: {
    id,
    content: [{ type: "text", text: "do that" }],
    before: "p2",
    notBefore: null,
    after: null,
    held: false,
    expectSeq: 7,
  },
  withdrawPrompt: { id, expectSeq: 7 },
  queue: { id, paused: true, order: ["p1"], clear: false },
  interrupt: { id, turn: "t1", clear: true },
  answer: {
    id,
    option: "yes",
    message: "go on",
    content: { colour: "red", sizes: ["s", "m"] },
    remember: { scope: "project", rule: "[[allow]]" },
  },
  addRule: { id, session: "s1", rule: "[[allow]]" },
  testPolicy: { id, session: "s1" },
  rename: { id, value: null },
  archive: { id, value: true },
  trash: { id, batch: id, force: true },
  restore: { id },
  emptyTrash: { id },
  verify: { id },
  clear: { id, env: { PATH: "/bin" } },
  restart: { id },
  stop: { id },
  select: { id },
  compareEnvironment: { id, env: { PATH: "/bin" } },
  renewEnvironment: { id, env: { PATH: "/bin" } },
  setMode: { id, value: "plan" },
  setModel: { id, value: "large" },
  setLimits: { id, turnMinutes: 5, budgetUsd: null, budgetTokens: 100 },
  openLane: { id, lane: 1, path: "/v1/changes?after=3" },
  closeLane: { id, lane: 1 },
  focus: { id, client: id, session: "s1", list: true, idleSeconds: 2, seconds: 60, notifies: true },
  subscribePush: {
    id,
    endpoint: "https://push.example/1",
    keys: { p256dh: "BA", auth: "AA" },
    kinds: ["needs_you"],
    remindMinutes: 10,
  },
  unsubscribePush: { id },
  testPush: { id },
  acknowledge: { id, seq: 7 },
  openWeb: {
    ...{ id, port: 8080, network: { host: "192.0.2.1", cert: "/cert.pem", key: "/key.pem" } },
    proxy: { origin: "https://skein.example", isTailscale: true },
  },
  pair: { id },
  closeWeb: { id },
  signIn: { id, code: "c0de", as: "program" },
  signOut: { id },
  revokeDevices: { id, devices: [id] },
  arrange: { id, pinned: true, snooze: { until: "2026-01-01T09:00:00+02:00" }, unread: false, position: "a5" },
};

const parse = (route: CommandName, body: unknown) => operations[route].body.safeParse(body);
const problemsOf = (route: CommandName, body: unknown) =>
  parse(route, body).error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`) ?? [];

describe.for(Object.keys(full) as CommandName[])("the body of %s", (route) => {
  test("may say all this", () => {
    expect(parse(route, full[route])).toEqual({ success: true, data: full[route] });
  });

  test.for(["idd", "constructor", "toString", "__proto__"])("refuses the unknown field %s", (field) => {
    const body = JSON.parse(`{${JSON.stringify(field)}:1,${JSON.stringify(full[route]).slice(1)}`);
    expect(problemsOf(route, body)).toEqual([": unrecognized_keys"]);
  });

  test("needs an id that is a UUID", () => {
    const { id: _, ...rest } = full[route];
    expect(problemsOf(route, rest)).toEqual(["id: invalid_type"]);
    expect(problemsOf(route, { ...full[route], id: "1" })).toEqual(["id: invalid_format"]);
  });

  test.for([null, [], "x", 1])("is an object, not %j", (body) => {
    expect(problemsOf(route, body)).toEqual([": invalid_type"]);
  });
});

describe("a prompt", () => {
  test.for<[string, unknown, string]>([
    ["nothing", [], "content: too_small"],
    ["an unknown field in a part", [{ type: "text", text: "x", bold: true }], "content.0: unrecognized_keys"],
    ["a part of another type", [{ type: "image" }], "content.0.type: invalid_union"],
    ["a bare text", "do it", "content: invalid_type"],
  ])("refuses %s", ([, content, expected]) => {
    expect(problemsOf("prompt", { id, content })[0]).toBe(expected);
  });
});

describe("a name", () => {
  const named = (name: string) => parse("create", { id, cwd: "/", name });

  test("is trimmed", () => {
    expect(named("  fix ").data).toEqual({ id, cwd: "/", name: "fix" });
  });

  test.for(["", "  ", "x".repeat(65), "deadbeef", "2F1C1B0E-7c55", "2f1c1b0e-7c55-4c1e-9d53-0a2f9ad5f0b1"])(
    "is not %j",
    (name) => {
      expect(named(name).success).toBe(false);
    },
  );
});

test.for(["", ".", "app", "~"])("a client's directory is absolute, not %j", (cwd) => {
  expect(problemsOf("create", { id, cwd })).toEqual(["cwd: invalid_format"]);
  expect(problemsOf("attach", { id, cwd })).toEqual(["cwd: invalid_format"]);
});

test.for([-1, 1.5, Number.MAX_VALUE, "7"])("an acknowledgement up to %j is refused", (seq) => {
  expect(parse("acknowledge", { id, seq }).success).toBe(false);
});

/** What programs run, and how, is said by the config and by rules alone. */
const programs = ["argv", "args", "program", "executable", "command", "shell", "hooks", "tools", "transport"];

test.for(Object.keys(full) as CommandName[])("%s names no program to run", (route) => {
  const taken = programs.filter(
    (field) => operations[route].body.safeParse({ ...full[route], [field]: "/bin/sh" }).success,
  );
  expect(taken).toEqual([]);
});
