// Words behind a program that in many programs run what follows them, or open a prompt that reads commands: `acme exec`, `acme shell`. This backs up
// the lists of subcommands, which can't be complete.
import { behindFlags } from "./flags.ts";
import { isSubcommand, knowsSubcommands } from "./ordinary-subcommands.ts";
import { mayOnlyRead, type Place } from "./reading-programs.ts";
import { writesFiles } from "./written-paths.ts";

const running = /(?:^|[:.])(?:exec|execute|eval|dlx|devenv|ssh|rsh)$/i;
const prompting = /(?:^|[:.-])(?:shell|shell_plus|repl|console|tinker|dbshell|edit|sh|bash|zsh|irb|ipython)$/i;

const scriptCommands: ReadonlySet<string> = new Set("run run-script rum urn".split(" "));

/** The positions of words that, behind any program that may get them, may run other words or open a prompt. */
export const wordsThatStart = ({ names, programs }: Pick<Place, "names" | "programs">): ReadonlySet<number> =>
  new Set(programs.flatMap((from) => [...tellingWords(names.slice(from))].map((at) => from + at)));

/** The positions of such words in a command. */
function tellingWords(names: readonly string[]): Set<number> {
  const [program = ""] = names;
  if (mayOnlyRead(program) || writesFiles(program)) return new Set();
  const first = behindFlags(names, 1);
  const second = behindFlags(
    names,
    first.map((at) => at + 1),
  );
  const has =
    (shape: RegExp) =>
    (at: number): boolean =>
      shape.test(names[at] ?? "");
  // The lists say what its first word does. A script of this name is likely to open a prompt.
  if (knowsSubcommands(program)) {
    const isScript = first.some((at) => scriptCommands.has(names[at] ?? ""));
    return new Set(isScript ? second.filter(has(prompting)) : []);
  }
  return new Set([...first, ...second].filter((at) => has(prompting)(at) || has(running)(at)));
}

/** They also run the programs of packages, by name. */
const packageRunners: ReadonlySet<string> = new Set(["yarn", "pnpm", "bun"]);

/** Where words begin that a program may run because a telling word, or the program's own name, stands before them. */
export function startedByWord(names: readonly string[]): number[] {
  const [program = ""] = names;
  const behind = [...tellingWords(names)].map((at) => at + 1);
  if (!packageRunners.has(program)) return behind;
  const first = behindFlags(names, 1).filter((at) => at < names.length && !isSubcommand(program, names[at] ?? ""));
  const scripts = behindFlags(names, 1).filter((at) => scriptCommands.has(names[at] ?? ""));
  return [...behind, ...first, ...scripts.map((at) => at + 1)];
}
