// Interpreters and test runners: which of their words they run as code. One that is given no file runs whatever is piped in.
import { behindFlags, isFlag } from "./flags.ts";
import { programsIn } from "./launchers.ts";
import { isInside, locate } from "./path-pattern.ts";
import { pathsIn } from "./paths-in.ts";
import { unversioned } from "./program-name.ts";
import type { Surroundings } from "./rule.ts";
import type { Word } from "./shell/reading.ts";

const pythons = ["python", "pypy", "py", "ipython"];
const interpreters: ReadonlySet<string> = new Set([
  ...pythons,
  ..."node nodejs tsx ts-node ts-node-esm ts-node-dev babel-node vite-node jiti zx bun deno perl ruby irb Rscript R julia swift".split(
    " ",
  ),
  ..."luajit guile racket jshell scala groovy elixir iex erl ghci runghc ocaml coverage".split(" "),
]);

/** With one of these there is something else to do than to read a program. */
const others: ReadonlySet<string> = new Set("--test --version -V --help -h".split(" "));
/** A value follows these. */
const valued: ReadonlySet<string> = new Set(
  "-W -X -C -E --conditions --title --input-type --unhandled-rejections --disable-warning --dns-result-order --stack-trace-limit --watch-path".split(
    " ",
  ),
);

/** `names` are a command's words, the program's without its directory. */
export function readsItsProgram(names: readonly string[]): boolean {
  return programsIn(names).some((at) => {
    const name = unversioned(names[at] ?? "");
    return interpreters.has(name) && hasNoFile(names.slice(at + 1), pythons.includes(name));
  });
}

function hasNoFile(words: readonly string[], isPython: boolean): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-") return true;
    if (!isFlag(word)) return false;
    if (isInteractive(word)) return true;
    if (others.has(word) || word === (isPython ? "-m" : "-v")) return false;
    if (valued.has(word)) at++;
  }
  return true;
}

/** Behind the file it goes on with what is piped in: `-i`, also in a bundle. */
const isInteractive = (flag: string): boolean => /^-[^-WXcm]*i|^--interactive$/.test(flag);

/** What is piped in, as a file. */
export const isInput = (word: string): boolean => /^\/+(?:dev\/+(?:stdin|fd\/)|proc\/.*\/fd\/)/.test(word);

/** All their words may be code, not only the first. */
const testRunners: ReadonlySet<string> = new Set(
  "pytest py.test unittest nose2 doctest vitest jest mocha ava tap jasmine karma playwright cypress rspec minitest bats phpunit dotnet tsc go vite".split(
    " ",
  ),
);

/** The file stands behind these. */
const subcommands: ReadonlySet<string> = new Set(["run", "watch", "serve"]);

/** Which of a command's words are run as code, or name a directory with code that is. */
export function codeIn(names: readonly string[]): (at: number) => boolean {
  const ends = programsIn(names).map((at) => {
    const name = unversioned(names[at] ?? "");
    if (testRunners.has(name)) return { from: at, to: names.length };
    if (!interpreters.has(name)) return { from: at, to: at };
    const first = behindFlags(names, at + 1);
    if (names.includes("--test", at) || first.some((one) => names[one] === "test"))
      return { from: at, to: names.length };
    const behindSubcommands = first.filter((one) => subcommands.has(names[one] ?? "")).map((one) => one + 1);
    // What stands behind the file is for the program in it.
    return { from: at, to: Math.max(...first, ...behindFlags(names, behindSubcommands)) };
  });
  return (at) => ends.some(({ from, to }) => at > from && at <= to);
}

/** Whether a word, or a path that it may name, leads out of the workspace; addresses do not, but for those of files. */
export function isElsewhere({ text, isTilde }: Word, where: Surroundings): boolean {
  if (isTilde) return true;
  const value = /^--?[A-Za-z][\w.-]*=(.*)$/s.exec(text)?.[1] ?? text;
  if (/^file:/i.test(value)) return true;
  if (/^[a-z][a-z+.-]*:\/\//i.test(value)) return false;
  return pathsIn(text).some((path) => path.startsWith("~") || !isInside(locate(path, where), where));
}
