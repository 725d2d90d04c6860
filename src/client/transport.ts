// How requests travel: the one thing that differs between a Unix socket, TCP and a browser.

export interface TransportRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** In the place of a body that is text. */
  readonly bytes?: Uint8Array;
  /** In the place of both: as long as it may be, read as it is sent, and so sent once. */
  readonly stream?: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /** The answer may take long: silence says nothing. */
  readonly isLong?: boolean;
  /** What a person wants now: it starts the daemon also after that was stopped. */
  readonly mayRevive?: boolean;
}

export interface TransportResponse {
  readonly status: number;
  /** Of the Skein that answers, where it says so. */
  readonly version?: string | undefined;
  /** Pulled, never pushed: a consumer that does not ask keeps the sender waiting, and one that stops closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Rejects with a ConnectionError when no answer came. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;
