// The demo's directory, whose name is derived from its home.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Paths } from "../../home/index.ts";

const prefixOf = ({ home }: Pick<Paths, "home">): string =>
  `skein-demo-${createHash("sha256").update(home).digest("hex").slice(0, 8)}-`;

export const makeDemoDirectory = (paths: Pick<Paths, "home">): Promise<string> =>
  mkdtemp(join(tmpdir(), prefixOf(paths)));

export function demoDirectories(paths: Pick<Paths, "home">): string[] {
  try {
    const own = readdirSync(tmpdir()).filter((name) => MADE_NAME.test(name) && name.startsWith(prefixOf(paths)));
    return own.map((name) => join(tmpdir(), name)).filter(isOurDirectory);
  } catch {
    return [];
  }
}

/** As `mkdtemp` makes them: anybody may put other names there. */
const MADE_NAME = /-[A-Za-z0-9]{6}$/;

function isOurDirectory(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}
