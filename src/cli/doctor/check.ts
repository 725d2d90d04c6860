// What a check of `skein doctor` is: it looks at one thing, changes nothing, and says what it found and what to do about it.
import type { Client, ServerInfo } from "../../client/index.ts";
import type { Paths } from "../../home/index.ts";
import type { Io } from "../io.ts";

/** `note`: worth knowing, nothing to do. `failed`: something will not work. */
export type State = "ok" | "note" | "warning" | "failed";

export interface Finding {
  readonly state: State;
  /** What was looked at, in a word or two. */
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  /** What to do. */
  readonly fix?: string | undefined;
}

export interface CheckContext {
  readonly io: Io;
  readonly paths: Paths;
  /** Talks to the daemon; null when there is none and none could be started. */
  readonly client: Client | null;
  /** What the daemon said of itself; null without one. */
  readonly server: ServerInfo | null;
}

export interface Check {
  /** Stable, for programs. */
  readonly id: string;
  run(context: CheckContext): Promise<Finding[]>;
}
