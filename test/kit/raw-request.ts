// Requests as bytes on the socket, for what a well-behaved client never sends.
import { request } from "node:http";

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface RawRequest {
  socketPath?: string;
  /** Of this machine, in the place of a socket. */
  port?: number;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** At an address, each request has a connection of its own: one that is kept may have been closed meanwhile. */
const placeOf = ({ socketPath, port }: { socketPath: string | undefined; port: number | undefined }) =>
  port === undefined ? { socketPath: socketPath ?? "" } : { host: "127.0.0.1", port, agent: false as const };

export function rawRequest({
  socketPath,
  port,
  method = "GET",
  path,
  headers = {},
  body,
}: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...placeOf({ socketPath, port }), method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A stream that is read as it comes; `text` grows. */
export function rawStream({ socketPath, port, path, headers = {} }: RawRequest): Promise<{
  headers: RawAnswer["headers"];
  text: () => string;
  close: () => void;
  pause: () => void;
  resume: () => void;
  ended: Promise<void>;
}> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...placeOf({ socketPath, port }), path, headers }, (response) => {
      let received = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        received += chunk;
      });
      const ended = new Promise<void>((done) => response.on("close", done));
      resolve({
        headers: response.headers,
        text: () => received,
        close: () => sent.destroy(),
        pause: () => void response.pause(),
        resume: () => void response.resume(),
        ended,
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
