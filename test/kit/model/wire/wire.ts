// What a wire format has to offer: read a request, and say an answer in pieces, as a whole, or refuse.
import type { ModelRequest } from "../request.ts";

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly thinking: number;
}

export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly namespace: string | null;
  /** Plain text for tools without a schema. */
  readonly input: { readonly [key: string]: unknown } | string;
}

export interface End {
  readonly usage: Usage;
  readonly reason: "done" | "calls" | "length";
}

export interface Fault {
  readonly status: number | "overloaded";
  readonly message: string;
  readonly retryAfterS: number | null;
  /** The account's quota is used up, and there again after so many seconds. */
  readonly quotaS?: number | null;
}

/** One answer, said piece by piece: first `open`, last `close` or `fail`. Neighbouring texts are one block. */
export interface Voice {
  open(expected: Usage): void;
  think(delta: string): void;
  text(delta: string): void;
  call(call: Call): void;
  close(end: End): void;
  /** An error after the stream has begun. */
  fail(fault: Fault): void;
}

/** One answer as it was said, for a request that doesn't stream. */
export interface Said {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly Call[];
  readonly end: End;
}

/** Sends one event of a stream. */
export type Send = (data: object | "[DONE]", event?: string) => void;

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface Wire {
  readonly name: "anthropic" | "responses" | "chat" | "gemini";
  read(body: unknown, path: string): ModelRequest;
  voice(request: ModelRequest, send: Send): Voice;
  whole(request: ModelRequest, said: Said): object;
  refusal(fault: Fault): Refusal;
}

export const retryAfter = ({ retryAfterS }: Fault): Record<string, string> =>
  retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };

/** Pieces of a call's JSON: real models send it in several. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== "");
}
