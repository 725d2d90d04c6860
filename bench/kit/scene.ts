// Everything that a measurement creates and must remove: directories, processes, databases.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Scene {
  /** The directory for CPU profiles of the daemons; null = no profiles. */
  readonly profiles: string | null;
  readonly #ends: (() => unknown)[] = [];

  constructor({ profiles }: { profiles: string | null }) {
    this.profiles = profiles;
  }

  /** Called at the end of the measurement, even if it fails; last deferred first. */
  defer(end: () => unknown): void {
    this.#ends.push(end);
  }

  directory(): string {
    const path = realpathSync(mkdtempSync(join(tmpdir(), "skein-bench-")));
    this.defer(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }

  async end(): Promise<void> {
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) {
      try {
        await end();
      } catch (error) {
        console.error(`could not clean up: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
}
