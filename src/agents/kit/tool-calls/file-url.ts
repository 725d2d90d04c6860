// The file that a URL names.
import { fileURLToPath } from "node:url";

export const isFileUrl = (text: string): boolean => /^\s*file:/i.test(text);

/** Null if it names none on this machine. */
export function fileOfUrl(url: string): string | null {
  try {
    return fileURLToPath(url.trim());
  } catch {
    return null;
  }
}
