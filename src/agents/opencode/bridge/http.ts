// One request to the server on loopback. No proxy and no shared connections, so that a broken one does not affect others.
import { type IncomingMessage, request } from "node:http";

export interface Address {
  readonly port: number;
  readonly password: string;
}

interface RequestOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** For the first byte of the answer. */
  readonly timeoutMs: number;
}

/** Resolves when the answer begins. */
export function send(
  { port, password }: Address,
  { method, path, body, timeoutMs }: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const authorization = `Basic ${Buffer.from(`opencode:${password}`).toString("base64")}`;
    const content =
      body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const headers = { authorization, ...content };
    const asking = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
    const timer = setTimeout(() => asking.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
    asking.on("response", (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    asking.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    asking.end(body);
  });
}
