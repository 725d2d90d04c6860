// The command line as a function: arguments in, exit code out. It never ends the process.
import { resolve } from "node:path";
import { pathsOf, VERSION } from "../home/index.ts";
import type { Command, Context } from "./command.ts";
import { commandWords, endingWords, loadCommand } from "./command-table.ts";
import { exitCodes } from "./exit-codes.ts";
import { usageFailure } from "./failure.ts";
import { type Io, processIo } from "./io.ts";
import { type Arguments, parseArguments, splitCommand } from "./parse-arguments.ts";
import { withSessionIds } from "./render/session-id.ts";
import { requireTrustedHome } from "./require-home.ts";
import { jsonLine } from "./text/json-line.ts";
import { styleFor, wantsColor } from "./text/style.ts";

export async function main(argv: string[], io: Io = processIo()): Promise<number> {
  try {
    return await run(argv, io);
  } catch (error) {
    const flags = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined);
    const has = (...names: string[]): boolean => names.some((name) => flags.includes(name));
    const { reportFailure } = await import("./report-failure.ts");
    return reportFailure(error, io, {
      json: has("--json"),
      verbose: has("--verbose", "-v"),
      noColor: has("--no-color"),
    });
  }
}

async function run(argv: string[], io: Io): Promise<number> {
  const { word, rest } = splitCommand(argv);
  if (word === null) return runBare(argv, io);
  const command = await loadCommand(word);
  if (command) return runCommand(command, { word, rest }, io);
  await refuseTypo(word, io);
  // A word that is not a command is a directory.
  const open = await attach();
  return runCommand(open, { word: open.name, rest: argv, isBare: true }, io);
}

/** Without arguments: the directory's session for a person, help for a program. */
async function runBare(argv: string[], io: Io): Promise<number> {
  const open = await attach();
  const { flags } = parseArguments(argv, open);
  if (flags.version) return printVersion(io, flags.json === true);
  const isAskedFor = flags.help === true;
  if (!isAskedFor && io.stdin.isTTY && io.stdout.isTTY) return runCommand(open, { word: open.name, rest: argv }, io);
  const { helpText, helpWidth } = await import("./help/help.ts");
  const output = isAskedFor ? io.stdout : io.stderr;
  output.write(`${await helpText(helpWidth(output))}\n`);
  return isAskedFor ? exitCodes.ok.code : exitCodes.usage.code;
}

function printVersion(io: Io, isJson: boolean): number {
  io.stdout.write(isJson ? `${JSON.stringify({ v: 1, version: VERSION })}\n` : `skein ${VERSION}\n`);
  return exitCodes.ok.code;
}

async function attach(): Promise<Command> {
  const command = await loadCommand("attach");
  if (!command) throw new Error("The command table has no attach.");
  return command;
}

async function runCommand(command: Command, typed: Context["typed"], io: Io): Promise<number> {
  const { positionals, flags } = parseArguments(typed.rest, command);
  if (flags.version) return printVersion(io, flags.json === true);
  if (flags.help) {
    const [{ commandHelp, helpWidth }, { printPaged }] = await Promise.all([
      import("./help/help.ts"),
      import("./programs/open-pager.ts"),
    ]);
    await printPaged(commandHelp(command, helpWidth(io.stdout)), { io, isInteractive: isInteractive(io, flags) });
    return exitCodes.ok.code;
  }
  const context = contextOf(command, { typed, positionals, flags }, io);
  if (!command.needsNoHome) requireTrustedHome(context.paths);
  try {
    return await command.run(context);
  } catch (error) {
    const { found: session } = context;
    if (session === null) throw error;
    const { nameInFailure } = await import("./session/name-in-failure.ts");
    throw await nameInFailure(error, { session, context });
  }
}

function contextOf(
  { effect }: Command,
  { typed, positionals, flags }: Arguments & Pick<Context, "typed">,
  io: Io,
): Context {
  const values = flags as Context["flags"];
  const paths = pathsOf(io.env);
  const line = (text: string): void => void io.stdout.write(`${text}\n`);
  const context: Context = {
    io,
    paths,
    positionals,
    flags: values,
    typed,
    found: null,
    get acts() {
      return typeof effect === "object" ? effect.when(context) : effect === "acts";
    },
    style: styleFor(io.env, !values["no-color"] && wantsColor(io.env, io.stdout), io.stdout),
    cwd: values.cd === undefined ? io.cwd : resolve(io.cwd, values.cd),
    get isInteractive() {
      return isInteractive(io, values);
    },
    client: async ({ confirms = false } = {}) => {
      const { openClient } = await import("./daemon/open-client.ts");
      return openClient(io, paths, { confirms: confirms && isInteractive(io, values) });
    },
    print: line,
    say: (text) => values.quiet || values.json || line(text),
    printJson: (document) => line(jsonLine(JSON.stringify(withSessionIds(document)), io.stdout)),
  };
  return context;
}

/** Whether a person may be asked: stdin and stdout are a terminal. */
const isInteractive = ({ stdin, stdout }: Io, flags: Arguments["flags"]): boolean =>
  stdout.isTTY === true && stdin.isTTY === true && !flags["no-input"];

/** A word close to a command's name, without a directory of that name, was meant as the command. */
async function refuseTypo(word: string, io: Io): Promise<void> {
  if (/[./~]/.test(word)) return;
  const { existsSync } = await import("node:fs");
  if (existsSync(resolve(io.cwd, word))) return;
  const [{ suggest }, { familiarCommand }] = await Promise.all([import("./suggest.ts"), import("./familiar-words.ts")]);
  const near = familiarCommand(word) ?? suggest(word, commandWords, { ending: endingWords });
  if (near)
    throw usageFailure(
      `unknown command "${word}"`,
      `did you mean: skein ${near}? (to open a session or directory: skein attach ${word})`,
    );
}
