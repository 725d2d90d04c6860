// Interpreters that are given no file: their program is whatever is piped in.
import { behindFlags, isFlag } from "./flags.ts";
import { launchersIn } from "./launchers.ts";
import { unversioned } from "./program-name.ts";

const pythons = ["python", "pypy", "py", "ipython"];
const interpreters: ReadonlySet<string> = new Set([
  ...pythons,
  ..."node nodejs tsx ts-node ts-node-esm babel-node vite-node jiti zx bun deno perl ruby irb Rscript R julia swift".split(
    " ",
  ),
  ..."luajit guile racket jshell scala groovy elixir iex erl ghci runghc ocaml".split(" "),
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
  const started = launchersIn(names).flatMap((end) => behindFlags(names, end + 1));
  return [0, ...started].some((at) => {
    const name = unversioned(names[at] ?? "");
    return interpreters.has(name) && hasNoFile(names.slice(at + 1), pythons.includes(name));
  });
}

function hasNoFile(words: readonly string[], isPython: boolean): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-") return true;
    if (!isFlag(word)) return false;
    if (others.has(word) || word === (isPython ? "-m" : "-v")) return false;
    if (valued.has(word)) at++;
  }
  return true;
}

/** What is piped in, as a file. */
export const isInput = (word: string): boolean => /^\/+(?:dev\/+(?:stdin|fd\/)|proc\/.*\/fd\/)/.test(word);
