// Interpreters. Without a file they run what is piped in.
import { isFlag } from "./flags.ts";
import { programsIn } from "./launchers.ts";
import { unversioned } from "./program-name.ts";

const pythons = ["python", "pypy", "py", "ipython"];
const interpreters: ReadonlySet<string> = new Set([
  ...pythons,
  ..."node nodejs tsx ts-node ts-node-esm ts-node-dev babel-node vite-node jiti zx bun deno perl ruby irb Rscript R julia swift".split(
    " ",
  ),
  ..."luajit guile racket jshell scala groovy elixir iex erl ghci runghc ocaml coverage erb jbang sbt kotlinc amm octave".split(
    " ",
  ),
]);

export const isInterpreter = (program: string): boolean => interpreters.has(unversioned(program));

/** With one of these the interpreter does not read a program. */
const others: ReadonlySet<string> = new Set("--test --version -V --help -h".split(" "));
/** A value follows these. */
const valued: ReadonlySet<string> = new Set(
  "-W -X -C -E --conditions --title --input-type --unhandled-rejections --disable-warning --dns-result-order --stack-trace-limit --watch-path".split(
    " ",
  ),
);

/** No value follows these. What follows any other long flag may be its value, and no file. */
const plain: ReadonlySet<string> = new Set(
  [
    "--watch --inspect --inspect-brk --inspect-wait --enable-source-maps --no-warnings --no-deprecation --trace-warnings",
    "--trace-deprecation --trace-uncaught --throw-deprecation --pending-deprecation --expose-gc --preserve-symlinks --check",
    "--experimental-strip-types --experimental-transform-types --experimental-vm-modules --experimental-json-modules --experimental-sqlite",
    "--experimental-wasm-modules --experimental-websocket --no-experimental-strip-types --hot --smol --esm --transpile-only --files --swc --yjit --jit",
  ].flatMap((flags) => flags.split(" ")),
);
const takesValue = (flag: string): boolean =>
  valued.has(flag) || (flag.startsWith("--") && !flag.includes("=") && !plain.has(flag));

/** `names` are a command's words, with the program's name stripped of its directory. */
export function readsItsProgram(names: readonly string[]): boolean {
  return programsIn(names).some((at) => {
    const name = unversioned(names[at] ?? "");
    const rest = names.slice(at + 1);
    if (["node", "nodejs"].includes(name) && debugs(rest)) return true;
    return interpreters.has(name) && hasNoFile(rest, pythons.includes(name));
  });
}

/** Its debugger takes commands from stdin, and evaluates them. */
const debugs = (words: readonly string[]): boolean =>
  ["inspect", "debug"].includes(words.find((word) => !isFlag(word)) ?? "");

function hasNoFile(words: readonly string[], isPython: boolean): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-") return true;
    if (!isFlag(word)) return false;
    if (isInteractive(word)) return true;
    if (others.has(word) || word === (isPython ? "-m" : "-v")) return false;
    if (takesValue(word)) at++;
  }
  return true;
}

/** After the file it continues with stdin: `-i`, also in a bundle. */
const isInteractive = (flag: string): boolean => /^-[^-WXcm]*i|^--interactive$/.test(flag);

/** Stdin as a file. */
export const isInput = (word: string): boolean => /^\/+(?:dev\/+(?:stdin|fd\/)|proc\/.*\/fd\/)/.test(word);
