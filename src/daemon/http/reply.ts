// An answer that is not simply a value as JSON.

export class Reply {
  readonly status: number;
  /** Null when nothing is to be written any more: a stream has the response. */
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
