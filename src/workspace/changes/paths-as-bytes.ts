// Paths as Git has them: bytes, which need not be UTF-8. Here they are strings with a character per byte, so that no two files get the same name, and
// what goes back to Git is what came from it.
import { join } from "node:path";

/** Of a path as the rest of Skein has it. */
export const asBytes = (path: string): string => Buffer.from(path, "utf8").toString("latin1");

/** For people; two paths may look the same. */
export const asText = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");

/** For the file system. */
export const inRoot = (root: string, path: string): Buffer => Buffer.from(join(asBytes(root), path), "latin1");
