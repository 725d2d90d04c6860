// A directory for one test, gone after it.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Its path has no symlinks in it. */
export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "skein-test-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
