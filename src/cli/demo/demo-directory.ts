// The demo's directory, whose name is derived from its home.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
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
    const names = readdirSync(tmpdir()).filter((name) => name.startsWith(prefixOf(paths)));
    return names.map((name) => join(tmpdir(), name));
  } catch {
    return [];
  }
}
