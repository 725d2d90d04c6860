// Prints a session's transcript to stdout, at the reader's pace.
import type { Client, ListedSession } from "../../client/index.ts";
import { type Io, writeAll } from "../io.ts";
import { Printer } from "../render/printer.ts";
import type { Style } from "../text/style.ts";
import { inlineIfSaid, withInlinedTexts } from "./inline-texts.ts";

export interface Writing {
  readonly io: Pick<Io, "stdout">;
  readonly style: Style;
  readonly after: number;
  /** Everything, without limits. */
  readonly isFull?: boolean;
  /** If given, each turn shows when it ended, relative to this time. */
  readonly nowMs?: number;
  /** The session's reference, as a person writes it. */
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
    // The reader closed the output.
    if (!io.stdout.writable) return;
    text = "";
  }
  printer.askLeft();
  if (!printer.page.isAtLineStart) printer.page.text("\n");
  await writeAll(io.stdout, text);
}
