// A request as the handler of its operation gets it, and what a handler may give back.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { By } from "../../core/index.ts";
import type {
  AnswerOf,
  BodyOf,
  CommandName,
  OperationName,
  operations,
  QueryName,
  QueryOf,
} from "../../protocol/index.ts";
import type { Session } from "../../session/index.ts";
import type { RequestCaller } from "../gate/gate.ts";
import type { Reply } from "./reply.ts";

type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export interface Call<Name extends OperationName> {
  readonly params: Readonly<Record<ParamsIn<(typeof operations)[Name]["path"]>, string>>;
  readonly query: Name extends QueryName ? QueryOf<Name> : unknown;
  readonly body: Name extends CommandName ? BodyOf<Name> : unknown;
  /** What tells a retry from another command under the same id. */
  readonly bodyHash: string;
  /** Who asks, as the log records it. */
  readonly by: By;
  readonly caller: RequestCaller;
  /** The session that the path names, with its state at hand. */
  readonly session: () => Promise<Session>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Only the headers are asked for: no stream is begun. */
  readonly isHead: boolean;
}

export type Handler<Name extends OperationName> = (
  call: Call<Name>,
) => AnswerOf<Name> | Reply | Promise<AnswerOf<Name> | Reply>;

/** One for each operation; the compiler keeps it complete. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> };
