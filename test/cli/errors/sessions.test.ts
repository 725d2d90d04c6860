// Sessions, directories and files that are not there, or not to be had: which, why, and what to do.
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../../kit/until.ts";
import { type CliDaemon, cliDaemon, question } from "../cli-daemon.ts";
import { escaped } from "./reported.ts";

/** One session, a file and a directory. */
async function withSession(): Promise<CliDaemon> {
  const cli = await cliDaemon();
  await cli.daemon.newSession("api");
  writeFileSync(join(cli.daemon.workspace, "notes.txt"), "hello");
  writeFileSync(join(cli.daemon.workspace, "empty.jsonl"), "");
  mkdirSync(join(cli.daemon.workspace, "dir"));
  return cli;
}

const WAITS_NOTHING = "\nwhy: nothing waits; the agent may have got it meanwhile\nfix: see them: skein queue api";
const NO_FILE = "check the path; it is looked for from the directory where you are (or -C)";

const refusals: readonly (readonly [words: string, exit: number, code: string, text: string])[] = [
  ["show zzz", 3, "session_not_found", 'session not found: "zzz"\nfix: see them all: skein sessions'],
  ["show ap", 3, "session_not_found", 'session not found: "ap"\nfix: did you mean "api"? see them all: skein sessions'],
  ["undo zzz", 3, "session_not_found", 'not in the trash: "zzz"\nfix: list the trash: skein undo --list'],
  [
    "attach /nowhere/x",
    3,
    "path_not_found",
    'no directory "/nowhere/x"; tried: /nowhere/x\nfix: create it first, or name another one; list sessions: skein sessions',
  ],
  [
    "zzzzz",
    3,
    "path_not_found",
    'no command, session or directory "zzzzz"\nwhy: no directory at HERE/zzzzz, PROJECTS/zzzzz\nfix: list sessions: skein sessions; list commands: skein help',
  ],
  [
    "attach ap",
    3,
    "path_not_found",
    'no session or directory "ap"\nwhy: no directory at HERE/ap, PROJECTS/ap\nfix: did you mean "api"? list sessions: skein sessions',
  ],
  [
    "attach notes.txt",
    3,
    "invalid_path",
    "HERE/notes.txt is not a directory\nfix: name a directory; list sessions: skein sessions",
  ],
  [
    "import gone.jsonl",
    3,
    "path_not_found",
    "no such file: HERE/gone.jsonl\nfix: name a file that skein export wrote, or - for stdin",
  ],
  [
    "import notes.txt",
    1,
    "invalid_import",
    "line 1 can't be imported: it is not JSON. Nothing was imported.\nfix: give a file that skein export wrote",
  ],
  ["verify gone.jsonl", 3, "path_not_found", "no such file: HERE/gone.jsonl\nfix: name an exported file, or a session"],
  [
    "verify empty.jsonl",
    1,
    "not_an_export",
    "HERE/empty.jsonl was not written by skein export\nwhy: line 1: it has no events\nfix: name an exported file, or a session",
  ],
  ["verify ./dir", 3, "path_not_found", "not a file: HERE/dir\nfix: name an exported file, or a session"],
  ["import dir", 3, "path_not_found", "not a file: HERE/dir\nfix: name a file that skein export wrote, or - for stdin"],
  [
    "verify notes.txt",
    1,
    "not_an_export",
    "HERE/notes.txt was not written by skein export\nwhy: line 1: the line is not JSON\nfix: name an exported file, or a session",
  ],
  [
    "fork api --at 4",
    3,
    "turn_not_found",
    "this session has no finished turn t4: none has ended yet\nfix: wait for its first turn to end",
  ],
  ["new --agent zzz", 2, "agent_unknown", 'there is no agent "zzz"; known: scripted\nfix: list agents: skein agents'],
  [
    "new -a scritped",
    2,
    "agent_unknown",
    'there is no agent "scritped"; known: scripted\nfix: did you mean scripted? list agents: skein agents',
  ],
  [
    "show --blob nope",
    2,
    "usage",
    `--blob can't be "nope"\nfix: give the name of a long text, as the transcript shows it`,
  ],
  [
    `show --blob ${"0".repeat(64)}`,
    3,
    "blob_not_found",
    `there is no text "${"0".repeat(64)}"; a shortened event has the name of the whole text: 64 hex digits\nfix: its name is in the transcript (skein show <session>); whether the log is whole: skein verify <session>`,
  ],
  ["agents zzz", 2, "agent_unknown", 'there is no agent "zzz"; known: scripted\nfix: list agents: skein agents'],
  ["policy test api --add 9", 3, "proposal_not_found", "no rule 9 is proposed\nfix: see them: skein policy test api"],
  ["answer api", 3, "permission_not_found", "api has no open question\nfix: see who asks: skein inbox"],
  [
    "answer api --question q9 --once",
    3,
    "permission_not_found",
    "api has no such question open\nfix: see who asks: skein inbox",
  ],
  ["queue api remove 1", 3, "prompt_not_found", `there is no queued prompt 1${WAITS_NOTHING}`],
  ["send api go --after zzz", 3, "prompt_not_found", `there is no queued prompt zzz${WAITS_NOTHING}`],
  ["send api --file gone.txt", 3, "file_not_found", `there is no file "gone.txt"\nfix: ${NO_FILE}`],
  [
    "send api see --file dir",
    2,
    "usage",
    '"dir" is a directory\nfix: give its path in the text instead: the agent can read it',
  ],
  [
    "send api see --image notes.txt",
    2,
    "usage",
    '"notes.txt" is no png, jpeg, gif or webp image\nfix: send it as a file, if the agent can read it: --file notes.txt',
  ],
];

test("each is said with its reason and a way out, and to programs with its code", async () => {
  const { daemon, run } = await withSession();
  for (const [words, code, name, said] of refusals) {
    const text = said.replace("HERE", daemon.workspace).replace("PROJECTS", join(homedir(), "Projects"));
    expect(await run(words.split(" ")), words).toEqual({ code, out: "", err: `error: ${text}\n` });
    const json = await run([...words.split(" "), "--json"]);
    // To programs it is a sentence.
    const message = new RegExp(`^${escaped(text.split("\n")[0])}\\.?$`, "i");
    const told = { code: name, message: expect.stringMatching(message) };
    expect([json.code, JSON.parse(json.err).error], words).toMatchObject([code, told]);
  }
});

test("a file under a path that leads through a file can't be read: file_unreadable", async () => {
  const { daemon, run } = await withSession();
  const words = ["send", "api", "see", "--file", "notes.txt/x"];
  expect(await run(words)).toEqual({
    code: 3,
    out: "",
    err: `error: can't read "notes.txt/x"\nwhy: ENOTDIR: not a directory, stat '${daemon.workspace}/notes.txt/x'\nfix: ${NO_FILE}\n`,
  });
  expect(JSON.parse((await run([...words, "--json"])).err).error.code).toBe("file_unreadable");
});

test("name_taken: the other session is named", async () => {
  const { daemon, run } = await withSession();
  const [holder] = await daemon.client.sessions();
  await daemon.newSession("web");
  const { code, err } = await run(["rename", "web", "API", "--json"]);
  expect([code, JSON.parse(err).error]).toMatchObject([
    1,
    {
      code: "name_taken",
      message: `Another session here has the name "API": ${holder!.id}.`,
      hint: `choose another name, or rename that one first: skein rename ${holder!.id.slice(0, 8)} <name>`,
      holder: holder!.id,
    },
  ]);
});

test("some_failed: each that failed is named, and what worked is done", async () => {
  const { daemon, run } = await cliDaemon();
  const { session } = await daemon.working();
  await daemon.newSession("api");
  const busy = "Its agent is working on turn t1: stop it first (skein kill), or delete it with --force.";
  expect(await run(["delete", "api", session])).toMatchObject({
    code: 1,
    out: expect.stringContaining("deleted api\n"),
    err: `${session.slice(0, 8)}: ${busy}\nerror: 1 of 2 failed\nfix: see above for each; the others are done\n`,
  });
  await daemon.newSession("web");
  const { out, err } = await run(["delete", "web", session, "--json"]);
  expect(JSON.parse(out).sessions[1].error).toMatchObject({ code: "turn_running", message: busy });
  expect(JSON.parse(err.trim().split("\n").at(-1)!).error.code).toBe("some_failed");
});

test("not_confirmed: without a yes nothing is done", async () => {
  const { daemon, start } = await withSession();
  const refused = async (...more: string[]) => {
    const running = start(["delete", "api", ...more], { isTerminal: true, env: { NO_COLOR: "1" } });
    await until("the question", () => running.out().includes("[y/N]"));
    running.type("n\n");
    return running.result;
  };
  expect(await refused()).toMatchObject({ code: 130, err: "nothing was done\n" });
  expect(await daemon.client.sessions()).toHaveLength(1);
});

test("editor_failed: a directory that the editor does not open", async () => {
  const { start } = await withSession();
  const around = { isTerminal: true, env: { EDITOR: "false", NO_COLOR: "1", PATH: "/usr/bin:/bin" } };
  expect(await start(["open", "api", "--editor"], around).result).toEqual({
    code: 1,
    out: "",
    err: 'error: the directory could not be opened\nwhy: the editor "false" ended with code 1\nfix: choose another one with $EDITOR\n',
  });
});

test("too_large: more files than may go with a prompt, in number and in size", async () => {
  const { daemon, run } = await withSession();
  const many = Array(21).fill("--file=notes.txt");
  expect(await run(["send", "api", "see", ...many])).toEqual({
    code: 2,
    out: "",
    err: "error: too many files: 21\nfix: send at most 20\n",
  });
  writeFileSync(join(daemon.workspace, "big"), "");
  truncateSync(join(daemon.workspace, "big"), 21 * 1024 * 1024);
  expect(await run(["send", "api", "see", "--file", "big"])).toEqual({
    code: 1,
    out: "",
    err: [
      'error: with "big" it would be 21 MB of files, and 20 MB may go with a prompt',
      "fix: put it into the workspace and tell the agent its path",
      "",
    ].join("\n"),
  });
});

test("who answers where nothing is asked is told of the only session that asks", async () => {
  const { daemon, run } = await withSession();
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "docs");
  agent.say(question);
  await daemon.ofType(session, "permission");
  expect(await run(["answer", "api", "--once"])).toEqual({
    code: 3,
    out: "",
    err: "error: api has no open question\nfix: docs asks something: skein answer docs\n",
  });
});
