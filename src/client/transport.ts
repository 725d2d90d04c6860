// How requests travel: the only difference between a Unix socket, TCP and a browser.

export interface TransportRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead of a text body. */
  readonly bytes?: Uint8Array;
  /** Instead of both: of any length, read while it is sent, and so sent only once. */
  readonly stream?: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /** The answer may take long: silence is not an error. */
  readonly isLong?: boolean;
  /** A person wants it now: it starts the daemon even after that was stopped. */
  readonly mayRevive?: boolean;
  /** Told when a connection breaks without an answer: what was asked may have been done. */
  readonly onLost?: (() => void) | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** The version of the answering Skein, if sent. */
  readonly version?: string | undefined;
  /** Pulled, not pushed: a consumer that does not read keeps the sender waiting, and one that stops closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Rejects with a ConnectionError if no answer came. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;
