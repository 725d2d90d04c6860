// An answer that is more than a JSON value.

export class Reply {
  readonly status: number;
  /** Null if the handler has taken over the response, as a stream does. */
  readonly content: { readonly type: string; readonly text: string } | null;

  constructor(status: number, content: Reply["content"]) {
    this.status = status;
    this.content = content;
  }
}

export const SENT = new Reply(200, null);

export const asText = (text: string, type: string): Reply => new Reply(200, { type, text });

export const withStatus = (status: number, answer: unknown): Reply =>
  new Reply(status, { type: "application/json", text: JSON.stringify(answer) });
