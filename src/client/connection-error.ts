// No answer came: nobody listens (`absent`), the connection broke (`lost`), the daemon is shutting down (`stopped`), the socket belongs to another
// user (`forbidden`), or the connection was accepted without an answer (`silent`).

export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly kind: "absent" | "lost" | "stopped" | "forbidden" | "silent";

  constructor(kind: ConnectionError["kind"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
