// A request as the handler of its operation gets it, and what a handler may give back.
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
  /** What the caller calls itself: so the log names it. */
  readonly by: By;
  readonly caller: RequestCaller;
  /** Null for a caller at the socket. */
  readonly guest: Guest | null;
  /** The session that the path names, with its state at hand. */
  readonly session: () => Promise<Session>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Only the headers are asked for: no stream is begun. */
  readonly isHead: boolean;
}

export type Call<Name extends OperationName> = AnyCall<Name> & (Name extends ReceiptName ? Submission : unknown);

type Given<Name extends OperationName> = (Name extends ReceiptName ? Result : AnswerOf<Name>) | Reply;

/** With a receipt, what became of the command is the answer. */
export type Handler<Name extends OperationName> = (call: Call<Name>) => Given<Name> | Promise<Given<Name>>;

/** One for each operation; the compiler keeps it complete. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> };
