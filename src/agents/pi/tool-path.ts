// The file that a path of Pi's tools means: Pi interprets `~`, a leading `@`, unusual blanks and file URLs (0.87.1).
import { join, resolve } from "node:path";
import { fileOfUrl } from "../kit/tool-calls/file-url.ts";

const oddBlanks = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

export function absolutePath(path: string, { cwd, home }: { cwd: string; home: string | null }): string {
  const plain = path.replace(oddBlanks, " ").replace(/^@/, "");
  if (home !== null && plain === "~") return home;
  if (home !== null && plain.startsWith("~/")) return join(home, plain.slice(2));
  return resolve(cwd, (plain.startsWith("file://") ? fileOfUrl(plain) : null) ?? plain);
}
