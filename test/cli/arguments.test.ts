import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commandWords, loadAllCommands } from "../../src/cli/command-table.ts";
import { parseDurationMs } from "../../src/cli/duration.ts";
import { Failure } from "../../src/cli/failure.ts";
import { type Flags, globalFlags } from "../../src/cli/flags.ts";
import { commandHelp } from "../../src/cli/help/help.ts";
import { parseArguments, splitCommand } from "../../src/cli/parse-arguments.ts";
import { suggest } from "../../src/cli/suggest.ts";
import { VERSION } from "../../src/home/index.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { cliDaemon } from "./cli-daemon.ts";
import { runCli } from "./run-cli.ts";

// None of these may need a daemon: the program to start one from does not exist here.

test.for([
  [
    ["send", "api", "-v is broken"],
    'unknown flag "-v is broken"',
    'a text that starts with "-" goes after "--": skein send … -- "-v is broken"',
  ],
  [
    ["new", "--really?"],
    'unknown flag "--really?"',
    'a text that starts with "-" goes after "--": skein new … -- "--really?"',
  ],
  [["sessions", "--jsn"], 'unknown flag "--jsn"', "did you mean --json? see: skein help sessions"],
  [["sessions", "--constructor"], 'unknown flag "--constructor"', "see: skein help sessions"],
  [["sessions", "-x"], 'unknown flag "-x"', "see: skein help sessions"],
  [["sessions", "--json=yes"], "--json does not take a value", "see: skein help sessions"],
  [["send", "api", "hi", "--timeout"], "--timeout needs a value: <30s>", "see: skein help send"],
  [
    ["send", "api", "hi", "--timeout", "soon"],
    '--timeout can\'t be "soon"',
    "write a duration such as 500ms, 30s, 2m or 1h",
  ],
  [["send", "api", "hi", "--prompt-id", "7"], '--prompt-id can\'t be "7"', "give a UUID, such as uuidgen makes"],
  [
    ["send", "api", "two", "texts"],
    'too many arguments: unexpected "texts"',
    'usage: skein send <session> "<text>" | -',
  ],
  [
    ["send", "-s", "api", "fix", "tests"],
    'too many arguments: unexpected "tests"',
    'usage: skein send <session> "<text>" | -, and --session names the session already',
  ],
  [
    ["send", "--last", "api", "run the tests"],
    'too many arguments: unexpected "run the tests"',
    'usage: skein send <session> "<text>" | -, and --last names the session already',
  ],
  [
    ["abort", "--last", "api"],
    'too many arguments: unexpected "api"',
    "usage: skein abort [session], and --last names the session already",
  ],
  [
    ["attach", "api", "-s", "web"],
    'too many arguments: unexpected "api"',
    "usage: skein attach [path | session], and --session names the session already",
  ],
  [["send", "-s", "api", "--last", "hi"], "--session and --last don't go together", "choose one of them"],
  [["new", "-s", "api", "hi"], "new does not take a session", 'for an existing one: skein send api "…"'],
  [["send"], "no session named", 'usage: skein send <session> "<text>" (@ is this directory\'s session)'],
  [["send", "api"], "the prompt is empty", "write what the agent should do"],
  [["send", "api", "  "], "the prompt is empty", "write what the agent should do"],
  [
    ["send", "api", "x", "--now", "--hold"],
    "--now and --hold don't go together",
    "choose one of them: one sends at once, the other waits",
  ],
  [
    ["send", "api", "x", "--steer", "--now"],
    "--now and --steer don't go together",
    "choose one of them: --now stops the running turn, --steer adds to it",
  ],
  [
    ["send", "api", "x", "--else", "queue"],
    "--else goes with --steer",
    "it says what to do if the running turn can't be steered",
  ],
  [["send", "api", "x", "--steer", "--else", "wait"], '--else can\'t be "wait"', "write --else queue or --else reject"],
  [
    ["send", "api", "x", "--at", "2020-01-01"],
    "--at 2020-01-01 has passed",
    "give a future time, or omit the flag to send it next",
  ],
  [["queue", "api", "mvoe", "1"], 'unknown queue command "mvoe"', "did you mean move?"],
  [
    ["queue", "api", "frobnicate"],
    'unknown queue command "frobnicate"',
    "one of: edit, move, remove, hold, release, at, after, clear",
  ],
  [
    ["queue", "api", "move"],
    "missing argument for move",
    "usage: skein queue <session> move <n>, with --first, --end or --before <n>",
  ],
  [["queue", "api", "at", "1"], "missing argument for at", "usage: skein queue <session> at <n> <time>"],
  [["queue", "api", "clear", "1"], "too many arguments for clear", "usage: skein queue <session> clear"],
  [
    ["queue", "api", "hold", "1", "--first"],
    "--first goes with move",
    "usage: skein queue <session> move <n>, with --first, --end or --before <n>",
  ],
  [["use"], "no session named", "usage: skein use <session>"],
  [
    ["kill"],
    "no session named",
    "usage: skein kill <session>… (@ is this directory's session), or --status, --agent, …",
  ],
  [["fork"], "no session named", 'usage: skein fork <session> ["<prompt>"] (@ is this directory\'s session)'],
  [["fork", "api", "--turn", "last"], '--turn can\'t be "last"', "name a turn by its number, such as 3 or t3"],
  [["set-mode"], "no session named", "usage: skein set-mode <session> <mode> (@ is this directory's session)"],
  [["set-model"], "no session named", "usage: skein set-model <session> <model> (@ is this directory's session)"],
  [["follow", "--after-event", "x"], '--after-event can\'t be "x"', "give the number of an event, such as 120"],
  [["show", "--turns", "0"], '--turns can\'t be "0"', "give a number of turns, such as 3"],
  [["daemon", "statsu"], 'unknown daemon command "statsu"', "did you mean: skein daemon status?"],
  [
    ["sesions"],
    'unknown command "sesions"',
    "did you mean: skein sessions? (to open a session or directory: skein attach sesions)",
  ],
  [["help", "exit-code"], 'no help on "exit-code"', "did you mean: skein help exit-codes?"],
] as const)("%j is refused with what and how", async ([words, error, fix]) => {
  expect(await runCli(words)).toEqual({ code: 2, out: "", err: `error: ${error}\nfix: ${fix}\n` });
});

test("errors are JSON with --json, and only before --", async () => {
  const { err } = await runCli(["send", "--json"]);
  expect(JSON.parse(err)).toEqual({
    error: { code: "usage", message: "no session named", hint: expect.stringContaining("usage: skein send") },
  });
  expect((await runCli(["sessions", "extra", "--", "--json"])).err).toMatch(/^error: /);
});

test("--verbose shows where an error comes from", async () => {
  expect((await runCli(["use", "--verbose"])).err).toMatch(/Failure: no session named\n\s+at /);
});

test("without a command and without a terminal there is help on stderr", async () => {
  const { code, out, err } = await runCli([]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("Skein runs your coding agents and keeps every session.");
});

test("help names every command and fits a terminal of 80 columns and 24 rows; help all has usage and aliases", async () => {
  const { code, out } = await runCli(["--help"]);
  expect(code).toBe(0);
  const all = (await runCli(["help", "all"])).out;
  for (const { name, usage, aliases } of await loadAllCommands()) {
    expect(out).toMatch(new RegExp(`[ ,]${name}(,|$| )`, "m"));
    for (const word of [usage, ...aliases]) expect(all.replace(/\s+/g, " ")).toContain(word);
  }
  expect(out.split("\n").length).toBeLessThanOrEqual(24);
  expect((await runCli(["help", "flags"])).out).toContain("-C, --cd <dir>");
});

test("every page of help fits 80 columns, and no word is broken in a wider terminal", async () => {
  const topics = [
    [],
    ["all"],
    ["flags"],
    ["exit-codes"],
    ["env"],
    ...(await loadAllCommands()).map(({ name }) => [name]),
  ];
  for (const topic of topics) {
    const { out } = await runCli(["help", ...topic]);
    expect(
      out.split("\n").filter((line) => line.length > 80),
      topic.join(),
    ).toEqual([]);
  }
  expect((await runCli(["help", "send"], { isTerminal: true })).out).toContain("inside the prompt or as a path");
});

test("each command explains itself, whichever way it is asked", async () => {
  const { out } = await runCli(["help", "send"]);
  expect(out).toContain('skein send <session> "<text>" | -');
  expect(out).toContain("--prompt-id <uuid>");
  expect((await runCli(["send", "-h"])).out).toBe(out);
  expect((await runCli(["ls", "--help"])).out).toBe((await runCli(["help", "sessions"])).out);
});

test("the exit codes are explained", async () => {
  expect((await runCli(["help", "exit-codes"])).out).toContain(
    "\n    8  a person is needed: the agent asks something, or the queue is held\n",
  );
});

test("the version", async () => {
  expect(await runCli(["--version"])).toEqual({ code: 0, out: `skein ${VERSION}\n`, err: "" });
  expect(JSON.parse((await runCli(["--version", "--json"])).out)).toEqual({ v: 1, version: VERSION });
  expect((await runCli(["-V"])).out).toBe(`skein ${VERSION}\n`);
  expect((await runCli(["sessions", "--version"])).out).toBe(`skein ${VERSION}\n`);
});

test("whatever is typed is understood or refused with a reason, and what follows -- is text", async () => {
  const commands = await loadAllCommands();
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("-", "--", "-s", "-C", "--json", "--wait", "--timeout=1s", "--no-such", "-x", "-qv", "send"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...commands), fc.array(word, { maxLength: 6 }), (command, words) => {
      const { rest } = splitCommand(words);
      try {
        const { positionals, flags } = parseArguments(rest, command);
        expect(positionals.length).toBeLessThanOrEqual(command.maxPositionals);
        expect(typeof flags.json).toBe("boolean");
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
        expect(error).toMatchObject({ exitCode: 2, fix: expect.stringMatching(/./) });
      }
    }),
  );
  const send = commands.find(({ name }) => name === "send");
  fc.assert(
    fc.property(
      fc.string(),
      (text) => send === undefined || parseArguments(["api", "--", text], send).positionals[1] === text,
    ),
  );
});

test("the table calls each command by its own words, and no word twice", async () => {
  const commands = await loadAllCommands();
  expect(commands.flatMap(({ name, aliases }) => [name, ...aliases])).toEqual(commandWords);
  expect(new Set(commandWords).size).toBe(commandWords.length);
});

test("no flag of a command is a global one, and no letter means two things", async () => {
  const { globalFlags } = await import("../../src/cli/flags.ts");
  for (const { name, flags } of await loadAllCommands()) {
    const own = Object.keys(flags).filter((flag) => flag in globalFlags);
    const letters = Object.values({ ...globalFlags, ...flags }).flatMap((flag) =>
      "short" in flag ? [flag.short] : [],
    );
    expect([name, own, new Set(letters).size]).toEqual([name, [], letters.length]);
  }
});

test("a daemon that can't be started is exit code 5, with the reason", async () => {
  const { code, err } = await runCli(["sessions"]);
  expect(code).toBe(5);
  expect(err).toMatch(
    /^error: the daemon could not be started\nwhy: .*\/nonexistent\/skein\.cjs.*\nfix: check its log: skein daemon logs/s,
  );
});

test("a home that can't be made is exit code 5 too", async () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  const home = join(file, "home");
  const { code, err } = await runCli(["sessions"], { home });
  expect(code).toBe(5);
  expect(err).toContain(`so ${home} can't be in it`);
});

test("the status of the daemon does not start one", async () => {
  const home = join(tempDir(), "home");
  const { code, out } = await runCli(["daemon", "status", "--json"], { home });
  expect(code).toBe(0);
  const socket = join(home, "daemon.sock");
  const nothing = { pid: null, startedAt: null, storage: null, recovery: null, warnings: [] };
  expect(JSON.parse(out)).toEqual({ v: 1, running: false, socket, version: VERSION, home, ...nothing });
  expect((await runCli(["daemon", "stop"], { home })).out).toBe("not running\n");
});

test("a directory of a command's name is still a directory when it is written as a path", async () => {
  const cwd = tempDir();
  mkdirSync(join(cwd, "sesions"));
  // It gets as far as wanting the daemon: the word was not taken for a typing error.
  expect((await runCli(["sesions"], { cwd })).code).toBe(5);
});

test.for([
  ["sesions", "sessions"],
  ["sned", "send"],
  ["atach", "attach"],
  ["xyzzy", null],
  ["l", "ls"],
  ["q", null],
] as const)("%s suggests %s", ([typed, near]) => {
  expect(suggest(typed, commandWords)).toBe(near);
});

test.for([
  ["500ms", 500],
  ["30s", 30_000],
  ["30", 30_000],
  ["1.5m", 90_000],
  ["1h", 3_600_000],
] as const)("%s are %d ms", ([typed, ms]) => {
  expect(parseDurationMs(typed, "--timeout")).toBe(ms);
});

test("flags under their former names still work, and are in no help", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  const pairs = [
    [
      ["sessions", "--workspace", "."],
      ["sessions", "--directory", "."],
    ],
    [
      ["show", "api", "--last", "1"],
      ["show", "api", "--turns", "1"],
    ],
    [
      ["export", "api", "--after", "1"],
      ["export", "api", "--after-event", "1"],
    ],
    [
      ["fork", "api", "--at", "4"],
      ["fork", "api", "--turn", "4"],
    ],
    [
      ["answer", "api", "--for-project"],
      ["answer", "api", "--for-directory"],
    ],
  ] as const;
  for (const [former, today] of pairs) {
    const told = await run(today);
    expect(told.err).not.toContain("unknown flag");
    expect(await run(former)).toEqual(told);
    const flag = former.find((word) => word.startsWith("--"));
    expect((await run(["help", today[0]])).out).not.toMatch(new RegExp(`^ +${flag}( |$)`, "m"));
  }
});

test("a letter that help shows is short for the same flag in every command", async () => {
  const meanings = new Map<string, Set<string>>();
  const all: Flags[] = [globalFlags, ...(await loadAllCommands()).map(({ flags }) => flags)];
  for (const flags of all)
    for (const [name, { short }] of Object.entries(flags))
      if (short !== undefined) meanings.set(short, (meanings.get(short) ?? new Set()).add(name));
  expect([...meanings].filter(([, names]) => names.size > 1)).toEqual([]);
});

test.for([
  ["new -n x", "name", "x"],
  ["fork api -n x", "name", "x"],
  ["import a.jsonl -n", "dry-run", true],
  ["prune -n", "dry-run", true],
  ["daemon logs -n 2", "lines", "2"],
  ["daemon logs -f", "follow", true],
  ["archive api -f", "force", true],
  ["delete api -f", "force", true],
  ["send api x -w", "wait", true],
  ["sessions -w", "watch", true],
  ["inbox -w", "watch", true],
] as const)("skein %s still means --%s, which help has by its long name alone", async ([line, name, value]) => {
  const [word = "", ...rest] = line.split(" ");
  const command = (await loadAllCommands()).find((one) => one.name === word);
  if (!command) throw new Error(`no command ${word}`);
  expect(parseArguments(rest, command).flags[name]).toBe(value);
  expect(commandHelp(command)).toMatch(new RegExp(`^ {6}--${name}\\b`, "m"));
});
