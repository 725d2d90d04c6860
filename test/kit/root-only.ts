// What only root can show: files and processes of several users.
import { without } from "./required.ts";

export const isRoot = process.getuid?.() === 0;

/** For `describe.skipIf` and `test.skipIf`. */
export const withoutRoot = (what: string): boolean => without("root", { isThere: isRoot, what });
