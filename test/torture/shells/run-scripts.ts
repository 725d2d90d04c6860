// Runs scripts in a real shell, where every program there is only writes down how it was called.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Shell } from "./shells.ts";
import { programNames } from "./vocabulary.ts";

const FIELD = "\x1f";
const RECORD = "\x1e";

/** One write for each call, so that calls at the same time do not mix. `b` fails. */
const program = `#!/bin/dash
printf '%s\\037' "$SCRIPT" "\${0##*/}" "$@" '\x1e' >>"$CALLS"
[ "\${0##*/}" != b ]
`;

/** How a program was called, its name first. */
export type Call = readonly string[];

interface Bench {
  readonly home: string;
  /** What each of these scripts called. */
  run(shell: Shell, scripts: readonly string[]): Promise<(readonly Call[])[]>;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A batch that takes longer hangs. */
const PATIENCE_MS = 120_000;

export function openBench(directory: string): Bench {
  const bin = join(directory, "bin");
  const home = join(directory, "home");
  for (const one of [bin, home]) mkdirSync(one);
  const [first = "a", ...others] = programNames;
  writeFileSync(join(bin, first), program);
  chmodSync(join(bin, first), 0o755);
  for (const name of others) linkSync(join(bin, first), join(bin, name));
  return { home, run };

  async function run({ name, argv }: Shell, scripts: readonly string[]): Promise<(readonly Call[])[]> {
    const calls = join(directory, `${name}.calls`);
    const cwd = join(directory, `${name}.cwd`);
    const batch = join(directory, `${name}.batch`);
    // A script may have written into it.
    if (readFileSync(join(bin, first), "utf8") !== program) writeFileSync(join(bin, first), program);
    rmSync(calls, { force: true });
    rmSync(cwd, { force: true, recursive: true });
    mkdirSync(cwd);
    const [shell = "", ...flags] = argv;
    const start = [pathOf(shell), ...flags, "-c"].map(quoted).join(" ");
    // A script that goes round in circles has a second; one that writes much, its file's end.
    const lines = scripts.map((script, at) => `SCRIPT=${at} ${start} ${quoted(script)} </dev/null >/dev/null 2>&1`);
    writeFileSync(batch, ["ulimit -t 1", "ulimit -f 20000", "ulimit -c 0", ...lines, ""].join("\n"));
    const env = { PATH: bin, HOME: home, CALLS: calls, LC_ALL: "C.UTF-8" };
    const child = spawn("/bin/dash", [batch], {
      cwd,
      env,
      stdio: "ignore",
      timeout: PATIENCE_MS,
      killSignal: "SIGKILL",
    });
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    if (signal !== null) throw new Error(`${name} did not end: ${code ?? signal}`);
    return readCalls(calls, scripts.length);
  }
}

const paths = new Map<string, string>();
function pathOf(program: string): string {
  const known = paths.get(program);
  if (known !== undefined) return known;
  const found = (process.env.PATH ?? "")
    .split(":")
    .map((folder) => join(folder, program))
    .find((one) => isFile(one));
  if (found === undefined) throw new Error(`please install: ${program}`);
  paths.set(program, found);
  return found;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readCalls(file: string, count: number): (readonly Call[])[] {
  const all: string[][][] = Array.from({ length: count }, () => []);
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return all;
  }
  for (const record of text.split(RECORD + FIELD).slice(0, -1)) {
    const [script = "", ...call] = record.split(FIELD).slice(0, -1);
    all[Number(script)]?.push(call);
  }
  return all;
}
