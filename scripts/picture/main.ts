// `npm run picture`: plays a short scene with the built program in real terminals, and writes what they show to docs/picture.svg. What
// differs from run to run (ids, times, the scratch directory) is made the same, so that the file changes only when the product's looks do.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { svgOf } from "./svg.ts";
import { Terminal } from "./terminal.ts";

const COLUMNS = 92;
const root = join(import.meta.dirname, "../..");
const program = join(root, "dist/skein.cjs");

const home = mkdtempSync(join(tmpdir(), "skein-picture-"));
const site = join(home, "src/site");
const api = join(home, "src/api");
const bin = join(home, "bin");
for (const directory of [site, api, bin]) mkdirSync(directory, { recursive: true });
for (const file of ["notes.md", "old.tmp"]) writeFileSync(join(site, file), "");
writeFileSync(join(bin, "skein"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });

const env = {
  HOME: home,
  SKEIN_HOME: join(home, ".skein"),
  PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
  TERM: "xterm-256color",
  LANG: "C.UTF-8",
  PS1: "$ ",
};
const skein = (...words: string[]): string =>
  execFileSync(join(bin, "skein"), words, { cwd: site, env, encoding: "utf8" });
const terminal = (name: string): Terminal =>
  new Terminal({ socket: join(home, name), cwd: site, env, columns: COLUMNS });

/** Session → the id that the picture has. */
const ids: Readonly<Record<string, string>> = { docs: "0e93c6f5", tests: "b7d21a94", tidy: "5f0c81e2" };

function alike(rows: readonly string[]): string[] {
  const { sessions } = JSON.parse(skein("ls", "--json"));
  return rows.map((row) => {
    let text = row
      .replaceAll(home, "/home/ada")
      .replace(/\d+(?:\.\d+)?m?s(?= |$)(?! ago)/g, "12ms")
      .replace(/\ds ago/g, "9s ago");
    for (const { id, name } of sessions) text = text.replace(id.slice(0, 8), ids[name] ?? id);
    return text;
  });
}

const PROMPT = /^\$\s*$/;
const open: Terminal[] = [];
try {
  skein("new", "the long way [[wait: 10m]]", "--name", "docs", "--agent", "demo", "--detach");
  skein("-C", api, "new", "[[say: All 212 tests pass.]]", "--name", "tests", "--agent", "demo", "-q");
  skein("new", "--name", "tidy", "--agent", "demo", "-q");
  const at = terminal("one");
  open.push(at);
  await at.sees(PROMPT);
  at.type("skein attach tidy");
  await at.sees(/detaches.*\s+›\s*$/);
  at.type("Tidy up. [[plan: look | clean]] [[run: ls]] [[ask: rm -f *.tmp]] [[say: All tidy.]]");
  await at.sees(/answer 1.*›/);
  const beside = terminal("two");
  open.push(beside);
  await beside.sees(PROMPT);
  beside.type("skein ls");
  await beside.sees(/needs you: skein answer tidy\s+\$\s*$/);
  beside.type("skein answer tidy --once");
  await beside.sees(/Allow once\? \[y\/N\]\s*$/);
  beside.type("y");
  await beside.sees(/answered: Allow once\s+\$\s*$/);
  await at.sees(/✓ done.*\s+›\s*$/);
  const windows = [
    { title: "one terminal", rows: alike(at.rows()) },
    { title: "another one", rows: alike(beside.rows()).filter((row) => row.trim() !== "$") },
  ];
  writeFileSync(
    join(root, "docs/picture.svg"),
    svgOf("An agent asks in one terminal, and is answered in another one", windows, COLUMNS),
  );
  console.log(windows.map(({ rows }) => rows.join("\n")).join("\n\n"));
} finally {
  for (const one of open) one.close();
  skein("daemon", "stop", "--agents");
  rmSync(home, { recursive: true, force: true });
}
