// How the agent talks: piece by piece, at the turn's pace.
import type { Turn } from "./turn.ts";
import { breathe, sleep } from "./until.ts";

/** Without a pace, so many pieces go out between two looks at stdin. */
const PIECES_PER_BREATH = 64;

export function emitText(turn: Turn, text: string): Promise<void> {
  return stream(turn, "text", wordsOf(text));
}

export function think(turn: Turn, text: string): Promise<void> {
  return stream(turn, "thought", wordsOf(text));
}

/** One message; joined, its pieces are the text. */
export async function stream(turn: Turn, type: "text" | "thought", pieces: Iterable<string>): Promise<void> {
  const message = turn.newId("m");
  let count = 0;
  for (const text of pieces) {
    if (count > 0 && turn.paceMs > 0) await sleep(turn.paceMs, turn.signal);
    else if (count % PIECES_PER_BREATH === 0) await breathe(turn.signal);
    turn.output.line({ type, message, text });
    turn.saidCharacters += text.length;
    count++;
  }
}

/** Each word with the blanks before it; the last one also with those after it. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+(?:\s+$)?/g) ?? [text];
}
