// A prompt that did not end with an answer: what became of it, and what to do.

import { expect, test } from "vitest";
import type { Fact } from "../../../src/agents/index.ts";
import type { Io } from "../../../src/cli/io.ts";
import { finishPrompt, type Sent } from "../../../src/cli/prompt/send-prompt.ts";
import { cutFailure, notKnownFailure, outcomeFailure } from "../../../src/cli/wait/prompt-failure.ts";
import type { Client, ListedSession } from "../../../src/client/index.ts";
import type { PromptResult, QueuedPrompt } from "../../../src/core/index.ts";
import { created, foldBodies, queued } from "../../kit/events.ts";
import { until } from "../../kit/until.ts";
import { cliDaemon, question } from "../cli-daemon.ts";
import { escaped, reported } from "./reported.ts";

const session = { id: "0b54ad06-0000-4000-8000-000000000000", name: "api", agent: "scripted" } as ListedSession;
const api = { session, ref: "api" };
const ended = { kind: "ended", turn: "t1", error: null, durationMs: 5, message: null, seq: 9 } as const;
const SEE = "see what happened: skein show api";

const [heldPrompt] = foldBodies(created, queued("9d6b31d2-3c2e", "x", { held: true })).prompt.queue as [QueuedPrompt];

const outcomes: readonly (readonly [PromptResult, exit: number, code: string, text: string])[] = [
  [
    { ...ended, reason: "failed", error: "no\u001b[31m credit" },
    6,
    "turn_failed",
    `the agent failed the turn\nwhy: no credit\nfix: ${SEE}`,
  ],
  [{ ...ended, reason: "refused" }, 6, "turn_refused", `the agent refused\nfix: ${SEE}`],
  [{ ...ended, reason: "limit" }, 6, "turn_limit", `the agent stopped at a limit\nfix: ${SEE}`],
  [
    { ...ended, reason: "interrupted" },
    130,
    "turn_interrupted",
    'the turn of api was stopped\nfix: send it again, or another prompt: skein send api "…"',
  ],
  [
    { kind: "waits", wait: { kind: "held", what: "queue" }, nowMs: 0, seq: 9 },
    8,
    "queue_held",
    "the queue of api is held until a person releases it\nfix: skein queue api release",
  ],
  [
    { kind: "waits", wait: { kind: "held", what: "prompt", prompt: heldPrompt }, nowMs: 0, seq: 9 },
    8,
    "prompt_held",
    "the prompt is held until a person releases it\nfix: skein queue api release 9d6b31d2",
  ],
  [
    { kind: "withdrawn", reason: "by web", seq: 9 },
    9,
    "prompt_withdrawn",
    'the prompt was cancelled: by web\nfix: send it again: skein send api "…"',
  ],
  [
    { kind: "halted", code: "start_failed", message: "Claude Code is not installed", hint: "npm install it", seq: 9 },
    6,
    "agent_halted",
    "Claude Code is not installed\nfix: npm install it",
  ],
  [
    { kind: "halted", code: "start_failed", message: "It could not be started", hint: null, seq: 9 },
    6,
    "agent_halted",
    `it could not be started\nfix: ${SEE}`,
  ],
  [
    { kind: "halted", code: "not_logged_in", message: "Codex is not logged in.", hint: "run: codex login", seq: 9 },
    4,
    "not_logged_in",
    'scripted is not logged in\nwhy: Codex is not logged in.\nfix: run: codex login; then send it again: skein send api "…"',
  ],
  [
    { ...ended, reason: "failed", error: "Please run /login", login: { message: "Please run /login", hint: null } },
    4,
    "not_logged_in",
    `scripted is not logged in\nwhy: Please run /login\nfix: ${SEE}`,
  ],
];

test.for(outcomes)("%j", ([outcome, code, name, text]) => {
  expect(reported(outcomeFailure(api, outcome))).toMatchObject({
    code,
    text: `error: ${text}\n`,
    json: { code: name, message: expect.stringMatching(new RegExp(`^${escaped(text.split("\n")[0])}$`, "i")) },
  });
});

test("a turn that was completed is no failure", () => {
  expect(outcomeFailure(api, { ...ended, reason: "completed" })).toBeNull();
});

test("from now on is offered only where a rule is known to be possible", async () => {
  const options = [{ id: "yes", label: "Allow once", kind: "allow_once" as const }];
  const question = { id: "q1", title: "Run it", detail: "ls | sh", options, state: "asked", seq: 9 } as const;
  const outcome = { kind: "asks", question, isQueued: false, seq: 9 } as unknown as PromptResult;
  const offeredWhere = async (inbox: () => Promise<object>): Promise<string[]> => {
    const sent = api as unknown as typeof api & Sent;
    const finished = { outcome, cut: null, isQueued: false };
    const failure = await finishPrompt({ inbox } as unknown as Client, sent, finished, {} as Io).catch((it) => it);
    return failure.lines.filter((line: string) => /^\d {2}/.test(line));
  };
  const item = { session: session.id, id: "q1" };
  const rule = { text: "[[allow]]", file: "policy.toml" };
  const once = ["1  Allow once"];
  expect(await offeredWhere(async () => ({ items: [{ ...item, rule: null }] }))).toEqual(once);
  expect(await offeredWhere(async () => ({ items: [] }))).toEqual(once);
  expect(await offeredWhere(() => Promise.reject(new Error("gone")))).toEqual(once);
  expect(await offeredWhere(async () => ({ items: [{ ...item, rule }] }))).toEqual([
    ...once,
    "2  Allow in this session from now on",
    "3  Allow in this directory from now on",
  ]);
});

test("timeout, interrupted: whoever waits no longer is told how to come back", () => {
  const fix = "fix: it continues; follow it: skein follow api\n";
  const late = reported(cutFailure(api, "timeout"));
  expect(late).toMatchObject({
    code: 7,
    text: `error: api has not finished in time\n${fix}`,
    json: { code: "timeout" },
  });
  const left = reported(cutFailure(api, "interrupted"));
  expect(left).toMatchObject({ code: 130, text: `error: interrupted\n${fix}`, json: { code: "interrupted" } });
});

test("not_known: the prompt may be sent again under its id", () => {
  const promptId = "7a54ad06-0000-4000-8000-000000000000";
  expect(reported(notKnownFailure(session, { kind: "not_known", promptId, cause: null }))).toMatchObject({
    code: 5,
    text: [
      "error: it is unknown whether api got the prompt",
      "why: no answer came in time",
      `fix: send it again under its id, which sends nothing twice: skein send ${session.id} "…" --prompt-id ${promptId}`,
      "",
    ].join("\n"),
    json: { code: "not_known", promptId },
  });
});

test("no text, with somebody at the terminal who could write it", async () => {
  const { daemon, start } = await cliDaemon();
  const { session } = await daemon.working();
  await daemon.send(session, "then this");
  const ref = session.slice(0, 8);
  const around = { isTerminal: true, env: { NO_COLOR: "1" } };
  expect(await start(["send", ref], around).result).toMatchObject({
    code: 2,
    err: `error: no text to send\nfix: write it: skein send ${ref} "…"; if that is the text: skein send @ ${ref}\n`,
  });
  const { code, err } = await start(["queue", ref, "edit", "1", "--no-input", "--json"], around).result;
  expect([code, JSON.parse(err).error]).toEqual([
    2,
    { code: "usage", message: "no text given", hint: `write it: skein queue ${ref} edit 1 "…"` },
  ]);
});

test("ambiguous: more than one waiting prompt fits", async () => {
  const { daemon, run } = await cliDaemon();
  const { session } = await daemon.working();
  await daemon.send(session, "one", "abc00000-0000-4000-8000-000000000001");
  await daemon.send(session, "two", "abc00000-0000-4000-8000-000000000002");
  const { code, err } = await run(["queue", session, "remove", "abc0"]);
  const lines = err.split("\n");
  expect([code, lines[0], lines.at(-2)]).toEqual([
    3,
    'error: several queued prompts begin with "abc0"',
    "fix: give more of its id, or its number",
  ]);
  expect(lines).toHaveLength(5);
  expect(JSON.parse((await run(["queue", session, "remove", "abc0", "--json"])).err).error.code).toBe("ambiguous");
});

async function asked(fact: Fact = question) {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working();
  agent.say(fact);
  await cli.daemon.ofType(session, "permission");
  return { ...cli, session };
}

test.for([
  [["9"], '"9" is no answer here'],
  [["--option", "maybe"], '"maybe" is not an option here\nfix: choose one of: yes, no'],
  [["--once", "--deny"], "--once and --deny don't go together\nfix: choose one of them"],
  [["--once", "--option", "yes"], "--once and --option don't go together\nfix: choose one of them"],
] as const)("an answer that can't be meant: %j", async ([words, text]) => {
  const { run, session } = await asked();
  const { code, err } = await run(["answer", session, ...words]);
  expect([code, err.startsWith(`error: ${text}\n`)], err).toEqual([2, true]);
  expect(err).toContain("\nfix: choose one of");
});

test.for([
  ["an empty line", "\n"],
  ["Ctrl+C", "\u0003"],
] as const)("not_answered: a question that is left with %s stays open", async ([, typed]) => {
  const { daemon, start, session } = await asked();
  const running = start(["answer", session], { isTerminal: true, env: { NO_COLOR: "1" } });
  await until("the question", () => running.out().includes(" › "));
  running.type(typed);
  const { code, err } = await running.result;
  expect([code, err]).toEqual([130, "error: not answered; the question stays open\nfix: see it again: skein inbox\n"]);
  expect((await daemon.client.inbox()).items).toHaveLength(1);
});

const form: Fact = {
  type: "permission",
  data: {
    id: "q1",
    state: "asked",
    title: "Which colour?",
    detail: "",
    options: [{ id: "yes", label: "Submit", kind: "allow_once" }],
    form: [{ id: "colour", label: "Colour", kind: "text", isRequired: true }],
  },
} as unknown as Fact;

test.for([
  [["--once"], "a value is missing, and there is no terminal to ask for it", "fill it in: --set colour=…"],
  [["--set", "size=3"], `--set can't be "size=3"`, "write --set colour=…"],
  [["--deny"], "the agent does not offer this answer", "see the question: skein inbox"],
] as const)("a form that is not filled in: %j", async ([words, error, fix]) => {
  const { run, session } = await asked(form);
  expect(await run(["answer", session, "--question", "q1", ...words])).toMatchObject({
    code: 2,
    err: `error: ${error}\nfix: ${fix}\n`,
  });
});

test("question_not_named: a yes without a terminal that does not say to what", async () => {
  const { run, session, daemon } = await asked();
  const { code, err } = await run(["answer", session, "--once"]);
  expect(code).toBe(2);
  expect(err.split("\n")[0]).toBe(
    "error: to allow it, the answer must name the question, because another one could have replaced it. The open question is:",
  );
  expect(JSON.parse((await run(["answer", session, "--once", "--json"])).err).error).toMatchObject({
    code: "question_not_named",
    permission: { id: "q1" },
  });
  expect((await daemon.client.inbox()).items).toHaveLength(1);
});
