// The files of src/, as they are here or as a commit has them, with what they import.
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { ImportingFile } from "./folders.ts";

const root = join(import.meta.dirname, "../..");

export const readTree = (top: string = root): ImportingFile[] =>
  globSync(join(top, "src/**/*.{ts,tsx}"))
    .toSorted()
    .map((file) => ({ path: relative(top, file), imports: importsIn(readFileSync(file, "utf8")) }));

export function readCommit(commit: string): ImportingFile[] {
  const top = mkdtempSync(join(tmpdir(), "skein-graph-"));
  try {
    const archive = execFileSync("git", ["archive", commit, "src"], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", top], { input: archive });
    return readTree(top);
  } finally {
    rmSync(top, { recursive: true });
  }
}

/** By the look of the text, which is exact for formatted code; the architecture test reads the syntax tree. */
const statements = [/^(?:import|export)\b[^;"]*? from "([^"]+)"/gm, /^import "([^"]+)"/gm, /\bimport\(\s*"([^"]+)"/g];

const importsIn = (text: string): ImportingFile["imports"] =>
  statements.flatMap((statement) => [...text.matchAll(statement)].map(([, specifier = ""]) => ({ specifier })));
