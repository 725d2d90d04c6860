// Parts of the library that are loaded when they are needed. In a page a daemon sends them.
import { ConnectionError } from "./connection-error.ts";

/** A part that does not come is a lost connection: it is asked for again like anything else. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ConnectionError("lost", "A part of the program could not be loaded.", { cause });
  }
}
