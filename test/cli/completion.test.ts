import { expect, test } from "vitest";
import { commandWords, loadAllCommands } from "../../src/cli/command-table.ts";
import { slotOfFlag, slotsOf } from "../../src/cli/completion/slots.ts";
import { cliDaemon } from "./cli-daemon.ts";
import { runCli } from "./run-cli.ts";

test.for([
  ["kill <session>…", ["sessions"], true],
  ["attach [path | session]", ["sessions"], false],
  ['send <session> "<text>" | -', ["sessions", "nothing"], false],
  ["set-mode <session> [ask | code | plan | auto]", ["sessions", ["ask", "code", "plan", "auto"]], false],
  ["daemon status | start | stop", [["status", "start", "stop"]], false],
  ["config get [key] | set <key> <value> | edit | path", [["get", "set", "edit", "path"], "keys"], false],
  ["help [command | exit-codes | env | config]", ["topics"], false],
  ["undo [deleted session]…", ["trash"], true],
  ["rename <session> <name> | --none", ["sessions", "nothing"], false],
  ["prune --older-than <age>", [], false],
  ["sessions", [], false],
] as const)("what can be completed is read from the usage: %s", ([usage, slots, isRepeating]) => {
  expect(slotsOf({ usage })).toEqual({ slots, isRepeating });
});

test("values of flags are completed by what they are called in the help", () => {
  const flag = { type: "string", summary: "" } as const;
  expect(slotOfFlag({ ...flag, value: "agent" })).toBe("agents");
  expect(slotOfFlag({ ...flag, value: "dir" })).toBe("directories");
  expect(slotOfFlag({ ...flag, value: "file" })).toBe("files");
  expect(slotOfFlag({ ...flag, value: "status" })).toContain("needs-you");
  expect(slotOfFlag({ ...flag, value: "active | created | name" })).toEqual(["active", "created", "name"]);
  expect(slotOfFlag({ ...flag, value: "30s" })).toBe("nothing");
});

test.for(["bash", "zsh", "fish"])("the script for %s has every command and every flag", async (shell) => {
  const { code, out } = await runCli(["completion", shell]);
  expect(code).toBe(0);
  for (const word of commandWords) expect(out).toMatch(new RegExp(`[\\s"'(|]${word}[\\s"'):|]`));
  for (const { flags } of await loadAllCommands())
    for (const name of Object.keys(flags)) expect(out).toContain(shell === "fish" ? `-l ${name}` : `--${name}`);
  expect(out).toContain("skein __complete sessions");
  expect(out).not.toMatch(/\n\n/);
});

test("another shell is refused with those that there are", async () => {
  expect(await runCli(["completion", "tcsh"])).toMatchObject({
    code: 2,
    err: 'error: no completion for "tcsh"\nfix: one of: bash, zsh, fish\n',
  });
});

test("words for completion come from a daemon that runs, and none is started for them", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  const odd = await daemon.newSession("two words");
  const { out } = await run(["__complete", "sessions"]);
  expect(out.trim().split("\n").sort()).toEqual([odd.slice(0, 8), "api"].sort());
  expect((await run(["__complete", "agents"])).out).toBe("scripted\n");
  expect((await run(["__complete", "modes"])).out.split("\n")).toContain("plan");
  expect(await runCli(["__complete", "sessions"])).toEqual({ code: 0, out: "", err: "" });
  expect(await runCli(["__complete", "nonsense"])).toEqual({ code: 0, out: "", err: "" });
});

test("help does not show what only shells call", async () => {
  expect((await runCli(["--help"])).out).not.toContain("__complete");
});
