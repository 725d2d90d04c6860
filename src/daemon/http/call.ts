// A request as its operation's handler gets it, and what a handler may return.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { By } from "../../core/index.ts";
import type {
  AnswerOf,
  BodyOf,
  CommandName,
  OperationName,
  ParamsOf,
  QueryName,
  QueryOf,
  ReceiptName,
} from "../../protocol/index.ts";
import type { Result, Session } from "../../session/index.ts";
import type { RequestCaller } from "../gate/gate.ts";
import type { Reply } from "./reply.ts";
import type { Submission } from "./submission.ts";
import type { Guest } from "./visitor.ts";

interface AnyCall<Name extends OperationName> {
  readonly params: ParamsOf<Name>;
  readonly query: Name extends QueryName ? QueryOf<Name> : unknown;
  readonly body: Name extends CommandName ? BodyOf<Name> : unknown;
  /** The caller, as the log records it. */
  readonly by: By;
  readonly caller: RequestCaller;
  /** Null for a caller at the Unix socket. */
  readonly guest: Guest | null;
  /** The session that the path names, with its state loaded. */
  readonly session: () => Promise<Session>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** A HEAD request: only headers are answered, and no stream starts. */
  readonly isHead: boolean;
}

export type Call<Name extends OperationName> = AnyCall<Name> & (Name extends ReceiptName ? Submission : unknown);

type Given<Name extends OperationName> = (Name extends ReceiptName ? Result : AnswerOf<Name>) | Reply;

/** For an operation with a receipt, the answer is the result of the command. */
export type Handler<Name extends OperationName> = (call: Call<Name>) => Given<Name> | Promise<Given<Name>>;

/** One handler per operation; the compiler checks that none is missing. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> };
