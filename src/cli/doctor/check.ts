// A check of `skein doctor`: it examines one thing, changes nothing, and reports what it found and how to fix it.
import type { Client, ServerInfo } from "../../client/index.ts";
import type { Paths } from "../../home/index.ts";
import type { Io } from "../io.ts";

/** `note`: worth knowing, nothing to do. `failed`: something will not work. */
export type State = "ok" | "note" | "warning" | "failed";

export interface Finding {
  readonly state: State;
  /** The subject, in a word or two. */
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  /** What to do. */
  readonly fix?: string | undefined;
}

export interface CheckContext {
  readonly io: Io;
  readonly paths: Paths;
  /** The client; null if no daemon runs and none could be started. */
  readonly client: Client | null;
  /** The daemon's report about itself; null without a daemon. */
  readonly server: ServerInfo | null;
}

export interface Check {
  /** Stable, for programs. */
  readonly id: string;
  run(context: CheckContext): Promise<Finding[]>;
}
