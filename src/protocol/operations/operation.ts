// An operation: one record, from which the router, the checks, the documents and the client's calls are derived.
import type * as z from "zod";
import type { Feature } from "../features.ts";

/**
 * What a caller must be allowed to do. `read`: read. `prompt`: talk to agents. `approve`: answer their questions. `write`: create and change
 * sessions. `terminal`: type into terminals. `admin`: everything about the daemon itself, and irreversible changes.
 */
export type Access = "read" | "prompt" | "approve" | "write" | "terminal" | "admin";

/** The subject of an operation. */
export type About = "daemon" | "person" | "agent" | "session" | "log" | "prompt" | "question" | "rule";

/**
 * Whether the same request may be sent again, as after a lost answer. `receipt`: carried out once; the recorded answer is returned for the body's
 * id. `harmless`: carrying it out twice has no further effect. `once`: it may not be repeated.
 */
export type Repeat = "receipt" | "harmless" | "once";

export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `:name` is a parameter; with `:session` the handler gets that session. */
  readonly path: string;
  /** Its description in the reference. */
  readonly summary: string;
  /** Absent if every daemon has it. */
  readonly feature?: Feature;
  readonly access: Access;
  /** Agents may not use it: completes "An agent can't …". */
  readonly peopleOnly?: string;
  /** The same, depending on the body. */
  peopleOnlyIf?(body: object): string | null;
  readonly about: About;
  readonly repeat: Repeat;
  /** A person wants it now: it starts the daemon even after that was stopped. */
  readonly revives?: true;
  /** It may take any time: a client does not time out. */
  readonly isLong?: true;
  /** JSON. */
  readonly body?: z.ZodType;
  /** The body's media type if it is not JSON; BYTES stands for any. */
  readonly takes?: string;
  readonly query?: z.ZodObject;
  readonly answer: z.ZodType;
  /** Of success; 200 if absent. */
  readonly status?: number | readonly number[];
  /** The answer's media types if it is not JSON, or not only. */
  readonly gives?: readonly string[];
  /** It also works while the daemon shuts down. */
  readonly worksWhileDraining?: true;
}

/** Keeps the record's own type, so that its handler and its callers know body, query and answer. */
export const operation = <const O extends Operation>(record: O): O => record;
