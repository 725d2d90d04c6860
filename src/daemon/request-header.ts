// One header of a request.
import type { IncomingMessage } from "node:http";

/** Of several with this name the first. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
