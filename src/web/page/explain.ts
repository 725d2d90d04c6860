// Turns an error into a sentence for people.
import { ConnectionError } from "../../client-entry/lazy.ts";

export function explain(error: unknown): string {
  if (error instanceof ConnectionError)
    return "Skein does not answer, so it is not known whether this was done. Look again when the connection is back.";
  if (error instanceof Error) return error.message;
  return String(error);
}
