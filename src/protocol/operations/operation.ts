// What an operation is: one record, from which the router, the checks, the documents and the client's calls come.
import type * as z from "zod";
import type { Feature } from "../features.ts";

/**
 * What a caller must be allowed to do. `read`: look. `prompt`: talk to agents. `approve`: answer their questions. `write`: make and change
 * sessions. `terminal`: type into terminals. `admin`: everything about the daemon itself, and what can't be taken back.
 */
export type Access = "read" | "prompt" | "approve" | "write" | "terminal" | "admin";

/** What an operation is about. */
export type About = "daemon" | "person" | "agent" | "session" | "log" | "prompt" | "question" | "rule";

/**
 * Whether the same request may be sent again, as after an answer that was lost. `receipt`: done once and answered again, as the answer is recorded
 * under the id of the body. `harmless`: it may be done twice. `once`: it may not.
 */
export type Repeat = "receipt" | "harmless" | "once";

export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `:name` is a parameter; with `:session` the handler gets that session. */
  readonly path: string;
  /** What it does, for people who read the reference. */
  readonly summary: string;
  /** Not there for what every daemon has. */
  readonly feature?: Feature;
  readonly access: Access;
  /** Agents may not: completes "An agent can't …". */
  readonly peopleOnly?: string;
  /** The same where it depends on the body. */
  peopleOnlyIf?(body: object): string | null;
  readonly about: About;
  readonly repeat: Repeat;
  /** A person wants it now: it starts the daemon also after that was stopped. */
  readonly revives?: true;
  /** It takes as long as it takes: a client does not give up on it. */
  readonly isLong?: true;
  /** JSON. */
  readonly body?: z.ZodType;
  /** The body's media type where it is not JSON; BYTES stands for any. */
  readonly takes?: string;
  readonly query?: z.ZodObject;
  readonly answer: z.ZodType;
  /** Of success; 200 when there is none. */
  readonly status?: number | readonly number[];
  /** The answer's media types where it is not JSON, or not only. */
  readonly gives?: readonly string[];
  /** It also works while the daemon shuts down. */
  readonly worksWhileDraining?: true;
}

/** Keeps the record's own type, so that its handler and its callers know body, query and answer. */
export const operation = <const O extends Operation>(record: O): O => record;
