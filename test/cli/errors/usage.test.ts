// Words that can't be understood: what is wrong with them, and what to write instead. Nothing is done, no daemon is asked.
import { expect, test } from "vitest";
import { cliDaemon } from "../cli-daemon.ts";
import { runCli } from "../run-cli.ts";

const statuses =
  "starting, running, waiting, needs-you, done, idle, background, held, scheduled, stopped, error, failed, archived";
const daemonVerbs = "one of: status, start, stop, logs, install, uninstall, backup, backups, recover";
const moves = "usage: skein queue <session> move <n>, with --first, --end or --before <n>";

const wrong: readonly (readonly [words: string, error: string, fix: string])[] = [
  [
    "sesions",
    'unknown command "sesions"',
    "did you mean: skein sessions? (to open a session or directory: skein attach sesions)",
  ],
  [
    "top",
    'unknown command "top"',
    "did you mean: skein sessions --watch? (to open a session or directory: skein attach top)",
  ],
  [
    "list",
    'unknown command "list"',
    "did you mean: skein sessions? (to open a session or directory: skein attach list)",
  ],
  [
    "status",
    'unknown command "status"',
    "did you mean: skein sessions? (to open a session or directory: skein attach status)",
  ],
  [
    "resume",
    'unknown command "resume"',
    "did you mean: skein attach? (to open a session or directory: skein attach resume)",
  ],
  [
    "info api",
    'unknown command "info"',
    "did you mean: skein show? (to open a session or directory: skein attach info)",
  ],
  [
    "version",
    'unknown command "version"',
    "did you mean: skein --version? (to open a session or directory: skein attach version)",
  ],
  [
    "trash --empty",
    'unknown command "trash"',
    "did you mean: skein undo --list, or skein prune --trash to empty it? (to open a session or directory: skein attach trash)",
  ],
  [
    "cancel",
    'unknown command "cancel"',
    "did you mean: skein abort? (to open a session or directory: skein attach cancel)",
  ],
  ["daemon top", 'unknown daemon command "top"', daemonVerbs],
  ["help sesions", 'no help on "sesions"', "did you mean: skein help sessions?"],
  ["help resume", 'no help on "resume"', "did you mean: skein help attach?"],
  ["help restore", 'no help on "restore"', "did you mean: skein help undo?"],
  ["end", 'unknown command "end"', "did you mean: skein help? (to open a session or directory: skein attach end)"],
  ["help zzzzzz", 'no help on "zzzzzz"', "see: skein help"],
  ["sessions --sort", "--sort needs a value: <active | created | name | own>", "see: skein help sessions"],
  ["sessions --json=1", "--json does not take a value", "see: skein help sessions"],
  ["sessions extra", 'too many arguments: unexpected "extra"', "usage: skein sessions"],
  ["sessions --statsu idle", 'unknown flag "--statsu"', "did you mean --status? see: skein help sessions"],
  ["show api --zzz", 'unknown flag "--zzz"', "see: skein help show"],
  ["send api -x", 'unknown flag "-x"', 'a text that starts with "-" goes after "--": skein send … -- "-x"'],
  [
    "sessions --watch",
    "--watch needs a terminal",
    "skein sessions --watch --json prints the list as a line of JSON whenever it changes",
  ],
  ["sessions --status idel", `--status can't be "idel"`, `did you mean idle? one of: ${statuses}`],
  ["sessions --status zzz", `--status can't be "zzz"`, `one of: ${statuses}`],
  [
    "move api",
    "no new position given, or more than one",
    "usage: skein move <session>, with one of --first, --end, --before <session>, --after <session>, --reset",
  ],
  [
    "snooze api soon",
    `the time can't be "soon"`,
    'write 09:00, "tomorrow 09:00", 10m, 2h or 2026-01-31T09:00; local time, unless it ends with Z or +02:00',
  ],
  [
    "snooze api 2h --off",
    "a time and --off don't go together",
    "usage: skein snooze <session> [<time>], or --off (a time is 2h, tomorrow or 09:00)",
  ],
  ["find api", "no words given", `usage: skein find <session> "<words>" (@ is this directory's session)`],
  ["sessions --sort size", `--sort can't be "size"`, "one of: active, created, name, own, attention"],
  ["sessions --since 30", `--since can't be "30"`, "write an age such as 12h, 30d or 8w"],
  ["use", "no session named", "usage: skein use <session>"],
  ["rename api ", "the name is empty", "give one, such as fix-login"],
  ["new --name ", "the name is empty", "give one, such as fix-login"],
  ["rename api @x", "a name can't begin with @", "it has another meaning there; omit it"],
  ["rename api a/b", "a name can't have / or \\ in it", "it would look like a path; omit it"],
  ["rename api two\nlines", "a name can't have line breaks or invisible characters", "leave them out"],
  [`rename api ${"x".repeat(65)}`, "a name can't be longer than 64 characters", "this one has 65; give a shorter one"],
  ["prune --older-than 1d -s api", "prune does not take a session", "delete one by its name: skein delete <session>"],
  ["undo --list api", "--list shows all of the trash", "omit the names, or omit --list to restore them"],
  ["export api --md --blobs", "--md and --blobs don't go together", "choose one of them"],
  ["config edit", "an editor needs a terminal", "run it in a terminal, or set $EDITOR to a program that needs none"],
  ["set-mode", "no session named", "usage: skein set-mode <session> <mode> (@ is this directory's session)"],
  ["set-model", "no session named", "usage: skein set-model <session> <model> (@ is this directory's session)"],
  ["fork", "no session named", `usage: skein fork <session> ["<prompt>"] (@ is this directory's session)`],
  [
    "archive",
    "no session named",
    "usage: skein archive <session>… (@ is this directory's session), or --status, --agent, …",
  ],
  ["archive api --status idle", "both names and a filter given", "give names or a filter, not both"],
  ["rename", "no session named", "usage: skein rename <session> <name> (@ is this directory's session), or --none"],
  ["rename api", "no name given", "usage: skein rename <session> <name> (@ is this directory's session), or --none"],
  [
    "rename api b --none",
    "a name and --none don't go together",
    "usage: skein rename <session> <name> (@ is this directory's session), or --none",
  ],
  ["prune", "no age given", "give an age: skein prune --older-than 30d"],
  ["prune --older-than 3", `--older-than can't be "3"`, "write an age such as 12h, 30d or 8w"],
  ["prune --trash --older-than 3d", "--trash is all of the trash", "omit the other flags"],
  ["import", "no file given", "name what skein export wrote: skein import api.jsonl"],
  ["completion", "no shell named", "one of: bash, zsh, fish"],
  ["completion tcsh", 'no completion for "tcsh"', "one of: bash, zsh, fish"],
  ["daemon stat", 'unknown daemon command "stat"', "did you mean: skein daemon start?"],
  ["daemon zzzzzz", 'unknown daemon command "zzzzzz"', daemonVerbs],
  ["daemon logs -n x", `--lines can't be "x"`, "give a number of lines"],
  ["config gett", 'unknown config command "gett"', "did you mean: skein config get?"],
  ["config zzz", 'unknown config command "zzz"', "one of: get, set, unset, edit, path"],
  [
    "config set key",
    "missing argument for config set",
    "usage: skein config get [key] | set <key> <value> | unset <key> | edit | path",
  ],
  ["config get zzzzz", 'there is no key "zzzzz"', "list keys: skein help config"],
  [
    "config set limits.liveprocesses 3",
    'there is no key "limits.liveprocesses"',
    "did you mean limits.live_processes? see: skein help config",
  ],
  ["policy --global", "--global goes with path", "skein policy path --global"],
  ["policy --add 1", "--add goes with test", "skein policy test <session> --add <n>"],
  ["policy zzz", '"zzz" is not understood', "use: skein policy, skein policy test or skein policy path"],
  ["send", "no session named", `usage: skein send <session> "<text>" (@ is this directory's session)`],
  ["send api", "the prompt is empty", "write what the agent should do"],
  ["send api go --prompt-id 7", `--prompt-id can't be "7"`, "give a UUID, such as uuidgen makes"],
  ["send api go --timeout soon", `--timeout can't be "soon"`, "write a duration such as 500ms, 30s, 2m or 1h"],
  [
    "send api go --at yesterday",
    `--at can't be "yesterday"`,
    'write 09:00, "tomorrow 09:00", +10m, +2h or 2026-01-31T09:00; local time, unless it ends with Z or +02:00',
  ],
  [
    "send api go --at 2020-01-31T09:00",
    "--at 2020-01-31T09:00 has passed",
    "give a future time, or omit the flag to send it next",
  ],
  [
    "send api go --now --at +1h",
    "--now and --at don't go together",
    "choose one of them: one sends at once, the other waits",
  ],
  [
    "send api go --now --steer",
    "--now and --steer don't go together",
    "choose one of them: --now stops the running turn, --steer adds to it",
  ],
  ["send api go --else queue", "--else goes with --steer", "it says what to do if the running turn can't be steered"],
  ["restart api --env new", `--env can't be "new"`, "write --env renew or --env keep"],
  ["send api go --steer --else drop", `--else can't be "drop"`, "write --else queue or --else reject"],
  ["send api --file - -", "stdin can't be the text and a file", "write the text, or give the file's path"],
  ["send api go --file - --image -", "only one file can come from stdin", "give the others as paths"],
  ["answer --all", "--all needs --once or --deny", "rules are made one at a time: skein answer <session>"],
  ["answer api --kind x", "--kind goes with --all", "see: skein help answer"],
  ["answer api --matching x", "--matching goes with --all", "see: skein help answer"],
  ["queue move", '"move" is not a session', "the session comes first: skein queue @ move …"],
  ["queue api zzz", 'unknown queue command "zzz"', "one of: edit, move, remove, hold, release, at, after, clear"],
  ["queue api mvoe 1", 'unknown queue command "mvoe"', "did you mean move?"],
  ["queue api move", "missing argument for move", moves],
  ["queue api --first", "--first goes with move", moves],
];

/** The same, of commands that look at the session first. */
const wrongForSession: typeof wrong = [
  ["show api --last none", `--turns can't be "none"`, "give a number of turns, such as 3"],
  ["follow api --after-event x", `--after-event can't be "x"`, "give the number of an event, such as 120"],
  ["fork api --turn x", `--turn can't be "x"`, "name a turn by its number, such as 3 or t3"],
  ["limit api --tokens x", `--tokens can't be "x"`, "give a number, or none"],
  ["queue api move 1", "no new position given", "add --first, --end or --before <n> to: skein queue api move 1"],
  [
    "answer --all --once --kind zzz",
    `--kind can't be "zzz"`,
    "it must be one of execute, edit, delete, move, read, search, fetch, other",
  ],
  [
    "answer --all --once --matching (",
    `--matching can't be "("`,
    "it must be one plain command; this one has a parenthesis that is not closed",
  ],
];

test.for(wrong)("skein %s", async ([words, error, fix]) => {
  expect(await runCli(words.split(" "))).toEqual({ code: 2, out: "", err: `error: ${error}\nfix: ${fix}\n` });
});

test("with --json, each is one document with its code", async () => {
  for (const [words, message, hint] of wrong) {
    // These two are about --json itself.
    if (words === "sessions --json=1" || words === "sessions --watch") continue;
    const { code, err } = await runCli(["--json", ...words.split(" ")]);
    expect([code, JSON.parse(err)]).toEqual([2, { error: { code: "usage", message, hint } }]);
  }
});

test("demo has no JSON", async () => {
  const { code, err } = await runCli(["demo", "--json"]);
  expect([code, JSON.parse(err).error.message]).toEqual([2, "demo does not support --json"]);
});

test("what is wrong with a wish for a session is said as exactly", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  for (const [words, error, fix] of wrongForSession) {
    expect(await run(words.split(" "))).toEqual({ code: 2, out: "", err: `error: ${error}\nfix: ${fix}\n` });
  }
});
