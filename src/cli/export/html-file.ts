// The file that shows a session in a browser: the program that the build has made, with the session put into it, compressed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type ExportedContent, exportedLines } from "../../view/index.ts";
import { Failure } from "../failure.ts";
import { safeLine } from "../text/safe-text.ts";

const PROGRAM = import.meta.filename.endsWith(".ts")
  ? join(import.meta.dirname, "../../../dist/export.html")
  : join(import.meta.dirname, "export.html");

/** Where the build has left room. */
const TITLE = "<title></title>";
const SESSION = '<script type="application/gzip" id="session"></script>';

const CHUNK_CHARACTERS = 64 * 1024;

export async function* htmlFile(content: ExportedContent): AsyncGenerator<Uint8Array> {
  const [head, rest] = splitAt(readProgram(), TITLE);
  const [middle, end] = splitAt(rest, SESSION);
  const open = SESSION.replace("</script>", "");
  yield Buffer.from(`${head}<title>${inHtml(safeLine(content.about.label))}</title>${middle}${open}`);
  for await (const text of base64Of(Readable.from(chunksOf(exportedLines(content))).pipe(createGzip({ level: 9 }))))
    yield Buffer.from(text);
  yield Buffer.from(`</script>${end}`);
}

export function readProgram(path = PROGRAM): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Failure(`a file of Skein is missing: ${path}`, {
      ...{ exit: "failed", code: "program_missing", fix: "install Skein again", cause },
    });
  }
}

function splitAt(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`${PROGRAM} has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const inHtml = (text: string): string => text.replace(/[&<>]/g, (one) => entities[one] ?? one);

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** In whole groups of three bytes, but for the last one. */
async function* base64Of(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let left = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = Buffer.concat([left, chunk]);
    const whole = all.length - (all.length % 3);
    yield all.toString("base64", 0, whole);
    left = all.subarray(whole);
  }
  yield left.toString("base64");
}
