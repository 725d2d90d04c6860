// A request that no well-behaved client sends, and what is said to it. SESSION, TRASHED and UUID stand for ids, CWD for a directory.

/** What it is, its bytes, and each answer's status with the code of its problem; "" = the connection is closed without a word. */
export type OddRequest = readonly [what: string, sends: string | Buffer, gets: string];

export const ask = (line: string, headers: string | readonly string[] = []): string =>
  `${line} HTTP/1.1\r\n${[...[headers].flat(), "host: skein", "connection: close"].join("\r\n")}\r\n\r\n`;

export const get = (path: string, headers: string | readonly string[] = []): string => ask(`GET ${path}`, headers);

/** With the length that it has, as JSON unless another type is said. */
export function send(line: string, body: string | Buffer | object, type = "application/json"): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const headers = [`content-length: ${bytes.length}`, ...(type ? [`content-type: ${type}`] : [])];
  return Buffer.concat([Buffer.from(ask(line, headers)), bytes]);
}

/** Headers and body exactly as they are given. */
export const post = (path: string, headers: readonly string[], body: string): string =>
  `${ask(`POST ${path}`, ["content-type: application/json", ...headers])}${body}`;
