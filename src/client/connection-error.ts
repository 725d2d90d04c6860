// No answer came: nobody listens (`absent`), the connection broke (`lost`), the daemon said that it shuts down (`stopped`), the
// socket is somebody else's (`forbidden`), or it was taken and nothing came (`silent`).

export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly kind: "absent" | "lost" | "stopped" | "forbidden" | "silent";

  constructor(kind: ConnectionError["kind"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
