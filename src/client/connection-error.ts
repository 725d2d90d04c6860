// No answer came: nobody listens (`absent`), the connection broke (`lost`), the daemon is shutting down (`stopped`), the socket belongs to another
// user (`forbidden`), or the connection was accepted without an answer (`silent`).

interface Details {
  readonly cause?: unknown;
  readonly isSocketGone?: boolean;
}

export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly kind: "absent" | "lost" | "stopped" | "forbidden" | "silent";
  /** There is no socket. A daemon removes it when it is stopped; one that crashes leaves it behind. */
  readonly isSocketGone: boolean;

  constructor(kind: ConnectionError["kind"], message: string, { cause, isSocketGone = false }: Details = {}) {
    super(message, { cause });
    this.kind = kind;
    this.isSocketGone = isSocketGone;
  }
}
