// A session's log as text on stdout, at the reader's pace.
import type { Client, ListedSession } from "../../client/index.ts";
import { type Io, writeAll } from "../io.ts";
import { Printer } from "../render/printer.ts";
import type { Style } from "../text/style.ts";
import { inlineIfSaid, withInlinedTexts } from "./inline-texts.ts";

export interface Writing {
  readonly io: Pick<Io, "stdout">;
  readonly style: Style;
  readonly after: number;
  /** Everything, as far as anybody could read it. */
  readonly isFull?: boolean;
  /** With it each turn says when it ended, as seen from now. */
  readonly nowMs?: number;
  /** How a person writes the session. */
  readonly ref: string;
}

const CHUNK_CHARACTERS = 16 * 1024;

export async function writeTranscript(client: Client, session: ListedSession, writing: Writing): Promise<void> {
  const { io, style, after, isFull = false, nowMs, ref } = writing;
  let text = "";
  const write = (piece: string): void => {
    text += piece;
  };
  const printer = new Printer({
    write,
    style,
    leavesQuestions: true,
    ref,
    ...(nowMs === undefined ? {} : { nowMs }),
    ...(isFull ? { maxToolLines: Number.POSITIVE_INFINITY } : {}),
  });
  for await (const { event } of client.log(session.id, { after })) {
    printer.feed(await (isFull ? withInlinedTexts : inlineIfSaid)(client, event));
    if (text.length < CHUNK_CHARACTERS) continue;
    await writeAll(io.stdout, text);
    // Whoever read it has seen enough.
    if (!io.stdout.writable) return;
    text = "";
  }
  printer.askLeft();
  if (!printer.page.isAtLineStart) printer.page.text("\n");
  await writeAll(io.stdout, text);
}
