// Headers of requests and answers.
import type { IncomingMessage } from "node:http";
import { VERSION } from "../../home/index.ts";
import { API } from "../../protocol/index.ts";

/** In every answer, so that a newer client recognizes an older daemon and replaces it. */
export const ourHeaders = { "skein-api": API, "skein-version": VERSION } as const;

/** A header of a request; the first one if there are several. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
