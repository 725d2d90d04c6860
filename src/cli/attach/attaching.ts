// What an open session begins with.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Io } from "../io.ts";
import type { Style } from "../text/style.ts";

export interface Attaching {
  readonly client: Client;
  readonly session: ListedSession;
  /** The session as a person writes it. */
  readonly ref: string;
  readonly io: Io;
  readonly style: Style;
}
