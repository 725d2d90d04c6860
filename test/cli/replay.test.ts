// `skein replay`: a session played back in the terminal, by a clock that the test moves.
import { expect, test } from "vitest";
import { actOfKey } from "../../src/cli/replay/replay-keys.ts";
import { until } from "../kit/until.ts";
import { asks, type CliDaemon, cliDaemon, done, text } from "./cli-daemon.ts";
import type { Running } from "./run-cli.ts";

const HOUR = 3_600_000;

interface Played {
  readonly cli: CliDaemon;
  readonly session: string;
  readonly seqs: (type: string) => number[];
  readonly head: () => number;
}

/** Three turns, an hour apart. */
async function played(): Promise<Played> {
  const cli = await cliDaemon();
  const { daemon } = cli;
  const { session, agent } = await daemon.working("first question");
  agent.say(text("The first answer.", "m1"), done);
  const events = () => daemon.events(session);
  const seqs = (type: string): number[] => events().flatMap((event) => (event.type === type ? [event.seq] : []));
  await until("the first turn", () => seqs("turn_end").length === 1);
  for (const [index, word] of ["second", "third"].entries()) {
    daemon.clock.advance(HOUR);
    await daemon.client.prompt(session, { content: [{ type: "text", text: `${word} question` }] });
    await until(`the ${word} turn`, () => seqs("turn_start").length === index + 2);
    agent.say(text(`The ${word} answer.`, `m${index + 2}`), done);
    await until(`its end`, () => seqs("turn_end").length === index + 2);
  }
  await daemon.client.rename(session, "api");
  return { cli, session, seqs, head: () => events().at(-1)?.seq ?? 0 };
}

const BEGIN = "\x1b[?2026h";
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what it takes out
const colours = /\x1b\[[0-9;]*m/g;

/** The rows of the screen, put together from everything that was written. */
function screenOf(out: string): string[] {
  const rows: string[] = [];
  for (const frame of out.split(BEGIN).slice(1)) {
    if (frame.startsWith("\x1b[H\x1b[J")) rows.length = 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes apart
    for (const [, row, content = ""] of frame.matchAll(/\x1b\[(\d+);1H([^\x1b]*(?:\x1b\[[0-9;]*m[^\x1b]*)*)/g))
      rows[Number(row) - 1] = content.replace(colours, "");
  }
  return rows.map((row) => row ?? "");
}

interface Replaying {
  readonly running: Running;
  readonly screen: () => string;
  readonly press: (key: string) => void;
  readonly sees: (what: string | RegExp) => Promise<void>;
  readonly pass: (ms: number) => void;
  /** Time passes until that is on the screen; returns how much. */
  readonly plays: (what: string) => Promise<number>;
}

function replay({ cli }: Pick<Played, "cli">, ...words: string[]): Replaying {
  let nowMs = Date.parse(cli.daemon.clock.now());
  const running = cli.start(["replay", "api", "--no-color", ...words], {
    isTerminal: true,
    rows: 20,
    now: () => nowMs,
  });
  const screen = (): string => screenOf(running.out()).join("\n");
  return {
    running,
    screen,
    press: running.type,
    sees: async (what) => {
      await until(`${what} on the screen`, () =>
        typeof what === "string" ? screen().includes(what) : what.test(screen()),
      ).catch((error) => {
        throw new Error(`${error.message}; it shows:\n${screen()}\n${running.err()}`);
      });
    },
    pass: (ms) => {
      nowMs += ms;
    },
    plays: async (what) => {
      const begin = nowMs;
      await until(`${what} to be played`, () => {
        if (screen().includes(what)) return true;
        nowMs += 100;
        return false;
      });
      return nowMs - begin;
    },
  };
}

test("[M-09] plays by its clock, skips idle time, steps by event and turn, seeks, resets, and leaves the screen as it was", async () => {
  const scene = await played();
  const { seqs, head } = scene;
  const [, second = 0, third = 0] = seqs("turn_start");
  const { running, screen, press, sees, plays, pass } = replay(scene);
  await sees("playing");
  expect(screen()).toMatch(/^replay of api\n/);
  // Until the hour it is at the end of the first turn; of the hour two seconds are left.
  await plays("The first answer.");
  expect(screen()).not.toContain("second question");
  expect(await plays("second question")).toBeGreaterThan(1000);
  press(" ");
  await sees("paused");
  pass(HOUR);
  press("[");
  await sees(`event ${second + 1} of`);
  expect(screen()).toContain("second question");
  expect(screen()).not.toContain("The second answer.");
  press("]");
  await sees(`event ${third + 1} of`);
  press("\x1b[D");
  await sees(`event ${third} of`);
  expect(screen()).not.toContain("third question");
  press("\x1b[C");
  await sees(`event ${third + 1} of`);
  press("\x1b[F");
  await sees(/at the end · event (\d+) of \1/);
  expect(screen()).toContain("The third answer.");
  press("\x1b[H");
  await sees(`paused · event 1 of ${head()}`);
  expect(screen()).not.toContain("question");
  press("G");
  await sees("at the end");
  press("g");
  await sees("event 1 of");
  for (const [key, shown] of [
    ["+", "2×"],
    ["=", "4×"],
    ["-", "2×"],
    ["i", "with idle time"],
    ["i", "skips idle time"],
  ] as const) {
    press(key);
    await sees(shown);
  }
  press("q");
  expect(await running.result).toMatchObject({ code: 0, err: "" });
  expect(running.out().endsWith("\x1b[?1049l")).toBe(true);
});

test("without skipping, an hour is an hour, and 64 times as fast a minute", async () => {
  const { running, press, sees, plays } = replay(await played(), "--no-skip-idle", "--speed", "64x");
  await sees("64× · with idle time");
  await plays("The first answer.");
  expect(await plays("second question")).toBeGreaterThanOrEqual(HOUR / 64 - 1000);
  press("\x03");
  expect((await running.result).code).toBe(0);
});

test.for([
  [["--turn", "2"], "second question", "third question"],
  [["--turn", "t3"], "third question", "fourth question"],
  [["--since", "90m"], "second question", "The third answer."],
] as const)("%j begins there, with what was before it above", async ([words, first, later]) => {
  const { running, screen, plays, press } = replay(await played(), ...words);
  await until("the beginning", () => screen().includes("The first answer."));
  await plays(first);
  expect(screen()).not.toContain(later);
  press("q");
  expect((await running.result).code).toBe(0);
});

test("a question is shown as it was asked, and not how to answer it; what happens meanwhile is there after End", async () => {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  agent.say(asks("q1", "rm x"));
  await until("the question", () => cli.daemon.types(session).includes("permission"));
  await cli.daemon.client.rename(session, "api");
  const { running, screen, press, sees, plays } = replay({ cli });
  await plays("asked: Run `rm x`");
  expect(screen()).not.toContain("skein answer");
  expect(screen()).not.toContain("Allow once");
  press("G");
  await sees("at the end");
  await cli.daemon.client.rename(session, "docs");
  press("\x1b[F");
  await sees(/event (\d+) of \1/);
  press("\x1b");
  expect((await running.result).code).toBe(0);
  expect(cli.daemon.events(session).filter(({ type }) => type === "permission")).toHaveLength(1);
});

test("without a terminal the transcript is printed at once; with a speed at its pace, until Ctrl+C", async () => {
  const { cli } = await played();
  const all = await cli.run(["replay", "api"]);
  const shown = await cli.run(["show", "api"]);
  expect(all).toMatchObject({ code: 0, err: "" });
  expect(shown.out.endsWith(all.out)).toBe(true);
  expect(all.out).toContain("The third answer.");
  const part = await cli.run(["replay", "api", "--turn", "3"]);
  expect(part.out).toContain("third question");
  expect(part.out).not.toContain("second");
  const paced = cli.start(["replay", "api", "--speed", "64", "--no-skip-idle"]);
  await until("the first turn", () => paced.out().includes("The first answer."));
  paced.interrupt();
  expect((await paced.result).code).toBe(130);
  expect(paced.out()).not.toContain("second");
  // Two seconds are left of each hour: 64 times as fast, that is soon.
  const quick = await cli.run(["replay", "api", "--speed", "64"]);
  expect([quick.code, quick.out.includes("The third answer.")]).toEqual([0, true]);
});

test.for([
  [["--speed", "0"], '--speed can\'t be "0"', 2],
  [["--speed", "fast"], '--speed can\'t be "fast"', 2],
  [["--speed", "65"], "0.25 to 64", 2],
  [["--turn", "x"], '--turn can\'t be "x"', 2],
  [["--turn", "9"], "has no turn 9", 3],
  [["--after-event", "9999"], "there is no event 9999 yet", 2],
  [["--since", "yesterday"], "--since can't be", 2],
  [["--turn", "1", "--since", "2h"], "don't go together", 2],
  [["--json"], "replay prints no JSON", 2],
] as const)("%j is refused", async ([words, message, code]) => {
  const { cli } = await played();
  const result = await cli.run(["replay", "api", ...words]);
  expect([result.code, result.out]).toEqual([code, ""]);
  expect(result.err).toContain(message);
});

test("keys that are pasted, or pressed with Alt, do nothing", () => {
  const key = { text: "q", name: "q", isControl: false, isMeta: false, isPasted: false };
  expect(actOfKey(key)).toEqual({ kind: "leave" });
  expect(actOfKey({ ...key, isPasted: true })).toBe(null);
  expect(actOfKey({ ...key, isMeta: true })).toBe(null);
  expect(actOfKey({ ...key, isControl: true })).toBe(null);
  expect(actOfKey({ ...key, text: "constructor", name: "constructor" })).toBe(null);
});
