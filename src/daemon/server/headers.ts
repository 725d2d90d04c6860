// Headers of requests and answers.
import type { IncomingMessage } from "node:http";
import { VERSION } from "../../home/index.ts";
import { API } from "../../protocol/index.ts";

/** Says who answers, with every answer: a newer client replaces an older daemon. */
export const ourHeaders = { "skein-api": API, "skein-version": VERSION } as const;

/** One header of a request; of several with this name the first. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
