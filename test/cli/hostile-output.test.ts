// Whatever is in a log, nothing that steers a terminal or reorders text reaches one: every command that prints something, through a pipe and in a
// terminal, over a log in which an adversary wrote every text.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { notification } from "../../src/cli/terminal/notify.ts";
import { jsonLine } from "../../src/cli/text/json-line.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";
import { appendLog, attacks, hostileEvents, placesWith } from "./hostile-log.ts";
import { startCli } from "./run-cli.ts";

const STATIC = "11111111-0000-4000-8000-000000000000";
const ARCHIVED = "22222222-0000-4000-8000-000000000000";
const TRASHED = "33333333-0000-4000-8000-000000000000";

/** What people and programs read. `S` is a session of the past, `L` one whose agent asks, `E` is what the adversary writes. */
const readers = [
  "show S",
  "show S --full",
  "show S --last 1",
  "show S --json",
  "show L",
  "follow S --no-follow",
  "follow L --no-follow",
  "follow S --no-follow --json",
  "export S",
  "export S --blobs",
  "export S --md",
  "sessions",
  "sessions --wide",
  "sessions --tree",
  "sessions --all",
  "sessions --archived",
  "sessions --json",
  "inbox",
  "inbox --json",
  "answer L --no-input",
  "answer L --json",
  "answer L --option x",
  "answer L --set E",
  "answer L --question E --once",
  "answer --all --once --no-input",
  "answer --all --once --matching E",
  "queue S",
  "queue S --json",
  "queue L",
  "stats",
  "stats --json",
  "policy",
  "policy --json",
  "policy test S",
  "policy test S --json",
  "policy test L",
  "policy path",
  "limit S",
  "limit S --json",
  "set-mode S",
  "set-mode S E",
  "set-model S",
  "set-model S --json",
  "agents",
  "agents E",
  "verify S",
  "verify S --json",
  "undo --list",
  "undo --list --json",
  "open S",
  "rename L E",
  "use S",
  "ack S",
  "abort L E",
  "send L E --timeout E",
  "send E hello",
  "show E",
  "show E --json",
  "show --blob E",
  "fork E",
  "fork S --at E",
  "attach E",
  "import E",
  "daemon status",
  "daemon logs",
  "daemon logs --json",
  "config get E",
  "completion E",
  "help E",
  "E",
  "__complete sessions",
  "__complete trash",
  "__complete modes",
  "answer L E",
  "doctor",
  "doctor --json",
  "queue S edit 1 E",
  "queue S hold 1",
  "queue S move 1 --first",
  "queue S remove 1",
  "restart S",
  "fork S --detach",
  "clear S --detach",
  "archive S",
  "unarchive S",
  "kill S",
  "prune --older-than 1d --no-input",
  "delete S --no-input",
  "undo",
  "archive E",
] as const;

/** Through a pipe these are for programs: lines of JSON. */
const isForPrograms = (line: string): boolean => /^export S( --blobs)?$|--json/.test(line);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not be there
const dangerous = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a program reads it
const control = /[\x00-\x08\x0b-\x1f]/;
/** What Skein itself writes to a terminal; no adversary's number is in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
const ours = /\x1b\[(?:\d{1,3}(?:;\d{1,3})*)?[mACDGHJKX]|\x1b\[\?(?:2004|1004|25|1049|2026|7)[hl]|\r(?!HIDDEN)/g;

const groups = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  "escape sequences": /^\x1b/,
  "C1 controls": /[\u0080-\u009f]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  "C0 controls and DEL": /^[^\x1b]*[\x00-\x1a\x1c-\x1f\x7f]/,
  "marks that reorder": /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
} as const;

const evilOf = (group: RegExp): string =>
  Object.values(attacks)
    .filter((one) => group.test(one))
    .join("");

async function scene(evil: string) {
  const log = createMemoryLog();
  const daemon = await testDaemon(log);
  const events = hostileEvents(STATIC, "past", evil, daemon.workspace);
  await daemon.stop();
  await appendLog(log, STATIC, events);
  const upTo = (type: string, session: string) =>
    hostileEvents(session, type, evil, daemon.workspace).slice(0, events.findIndex((one) => one.type === type) + 1);
  await appendLog(log, ARCHIVED, upTo("archived", ARCHIVED));
  await appendLog(log, TRASHED, upTo("trashed", TRASHED));
  await daemon.start();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "agent_message", data: { messageId: "m", text: evil } });
  agent.say(asked("q1", evil));
  agent.say({ type: "notice", data: { kind: evil, text: evil } } as Fact);
  await daemon.client.prompt(session, { content: [{ type: "text", text: `later ${evil}` }] });
  await until("the question", async () => (await daemon.client.inbox()).items.length === 1);
  mkdirSync(join(daemon.paths.home, "policy"), { recursive: true });
  writeFileSync(join(daemon.paths.home, "policy.toml"), `[[allow]]\nevil = "${evil}`);
  writeFileSync(
    daemon.paths.daemonLog,
    `${JSON.stringify({ at: "2026-01-01T00:00:00Z", level: evil, message: evil, cause: evil })}\n${evil}\n`,
  );
  const around = { home: daemon.paths.home, cwd: daemon.workspace };
  const wordsOf = (line: string): string[] =>
    line.split(" ").map((word) => ({ S: STATIC, L: session, E: evil })[word] ?? word);
  return { daemon, session, agent, events, around, wordsOf };
}

const asked = (id: string, evil: string): Fact => ({
  type: "permission",
  data: {
    ...{ id, state: "asked", title: `title ${evil}`, detail: `detail ${evil}` },
    options: [
      { id: "yes", label: `Allow ${evil}`, kind: "allow_once" },
      { id: "no", label: `Deny ${evil}`, kind: "reject_once" },
      { id: evil, label: evil, kind: "allow_always" },
    ],
    request: { kind: "execute", tool: evil, command: `ls ${evil}`, paths: [evil] },
  },
});

/** The characters that must not be there, with what is around them. */
function leaks(text: string, forbidden: RegExp): string[] {
  return Array.from(text.matchAll(new RegExp(forbidden, "g")), ({ index }) =>
    JSON.stringify(text.slice(Math.max(0, index - 20), index + 20)),
  );
}

test("the log has an adversary in every text of every type of event", () => {
  expect(
    placesWith(
      "EVIL",
      hostileEvents(STATIC, "past", "EVIL", "/w").map(({ data }) => data),
    ),
  ).toBeGreaterThanOrEqual(81);
  const grouped = Object.values(groups).flatMap((group) => Object.values(attacks).filter((one) => group.test(one)));
  expect(new Set(grouped).size).toBe(Object.keys(attacks).length);
  expect(readers.length * 2 * Object.keys(groups).length).toBeGreaterThanOrEqual(134);
});

test.for(Object.entries(groups))("%s reach nobody through any command", { timeout: 60_000 }, async ([, group]) => {
  const evil = Object.values(attacks)
    .filter((one) => group.test(one))
    .join("");
  const { around, wordsOf } = await scene(evil);
  const found: string[] = [];
  for (const line of readers) {
    for (const isTerminal of [false, true]) {
      const running = startCli([...wordsOf(line), "--no-color"], { ...around, isTerminal });
      // Nobody is there to answer.
      if (isTerminal) running.type("\x03");
      const { out, err } = await running.result;
      // The daemon's own file, byte for byte.
      if (!isTerminal && line === "daemon logs") continue;
      const forbidden = !isTerminal && isForPrograms(line) ? control : dangerous;
      const all = isTerminal ? (out + err).replace(ours, "") : out + err;
      found.push(...leaks(all, forbidden).map((leak) => `${line} (${isTerminal ? "terminal" : "pipe"}): ${leak}`));
    }
  }
  expect(found).toEqual([]);
});

const screens = [
  { words: ["attach", "L"], sees: "answer 1|4|5|6 › " },
  { words: ["follow", "L"], sees: "needs you" },
  { words: ["inbox"], sees: "number, or Enter › " },
  { words: ["inbox", "--watch"], sees: "number, or Enter › ", types: "1\r", next: "1|4|5|6 › " },
  { words: ["answer", "L"], sees: "1|4|5|6 › " },
  { words: ["answer", "--all", "--once"], sees: "[y/N]" },
  { words: ["sessions", "--watch"], sees: "needs you" },
  { words: ["sessions", "--watch", "--json"], sees: '"sessions"' },
  { words: ["inbox", "--watch", "--json"], sees: '"asked"' },
] as const;

test.for(Object.entries(groups))("%s reach no screen that stays", { timeout: 60_000 }, async ([, group]) => {
  const evil = evilOf(group);
  const { around, session, agent } = await scene(evil);
  const found: string[] = [];
  for (const { words, sees, ...more } of screens) {
    const isJson = (words as readonly string[]).includes("--json");
    const running = startCli([...words.map((word) => (word === "L" ? session : word)), "--no-color"], {
      ...around,
      isTerminal: true,
    });
    await until(sees, () => running.out().includes(sees));
    if ("types" in more) {
      running.type(more.types);
      await until(more.next, () => running.out().includes(more.next));
    }
    if (words[0] === "attach") {
      // What is typed may be a paste of anything.
      running.type(`\x1b[200~${evil.replaceAll("\x1b", "")}\x1b[201~`);
      agent.say({ type: "notice", data: { kind: evil, text: `the end ${evil}` } } as Fact);
      await until("it", () => running.out().includes("the rest is shown when this is answered"));
    }
    if (isJson || words[0] === "follow") running.interrupt();
    else running.type("\x03");
    const { out, err } = await running.result;
    found.push(...leaks((out + err).replace(ours, ""), dangerous).map((leak) => `${words.join(" ")}: ${leak}`));
  }
  expect(found).toEqual([]);
});

const terminals = [
  {},
  { TERM: "dumb" },
  { KITTY_WINDOW_ID: "1" },
  { TERM_PROGRAM: "WezTerm" },
  { TERM_PROGRAM: "iTerm.app" },
  { TERM: "foot" },
  { TERM_PROGRAM: "ghostty", TMUX: "/tmp/t" },
] as const;

test.for(Object.entries(attacks))("a notification with %s is one notification", ([, evil]) => {
  for (const env of terminals) {
    const whole = notification(env, { id: `x${evil}`, text: `a${evil}b` });
    const plain = notification(env, { id: "x", text: "a-b" });
    const controlsOf = (text: string): string[] => text.match(new RegExp(dangerous, "g")) ?? [];
    expect(controlsOf(whole)).toEqual(controlsOf(plain));
  }
});

test("a line of JSON means the same in a terminal, and has nothing that steers it", () => {
  for (const evil of Object.values(attacks)) {
    const line = JSON.stringify({ [evil]: [evil, `${evil}${evil}`] });
    const shown = jsonLine(line, { isTTY: true });
    expect([JSON.parse(shown), dangerous.test(shown)]).toEqual([JSON.parse(line), false]);
    expect(jsonLine(line, {})).toBe(line);
  }
  expect(JSON.parse(jsonLine('{"a":\r\n1}', { isTTY: true }))).toEqual({ a: 1 });
});
