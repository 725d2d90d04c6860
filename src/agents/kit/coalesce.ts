// Joins the small chunks that an agent streams, so that a turn has tens of events instead of thousands.
// Pure: the session decides how long to wait for more.
import { MAX_INLINE_BYTES } from "../../core/index.ts";
import type { Fact } from "../driver.ts";
import { placeholders } from "../large-lines/index.ts";

/** The maximum size of a joined chunk, in bytes of UTF-8: it fits into an event. */
export const MAX_PIECE_BYTES = MAX_INLINE_BYTES;

/** Joins neighbours that continue one text, up to the maximum size. Nothing else is moved or changed, and joining again has no effect. */
export function joinPieces(facts: readonly Fact[]): Fact[] {
  const joined: Fact[] = [];
  let run: Piece[] = [];
  const flush = () => {
    const [first] = run;
    if (first) joined.push(...cut(run.map(({ text }) => text).join("")).map(first.withText));
    run = [];
  };
  for (const fact of facts) {
    const piece = unmarked(pieceOf(fact));
    if (run[0] && run[0].key !== piece?.key) flush();
    if (piece) run.push(piece);
    else joined.push(fact);
  }
  flush();
  return joined;
}

interface Piece {
  /** Neighbours with the same key continue one text. */
  key: string;
  text: string;
  withText(text: string): Fact;
}

/** A text with a placeholder is not joined: cutting could go through the placeholder. */
const unmarked = (piece: Piece | null): Piece | null => (piece && !placeholders.isIn(piece.text) ? piece : null);

function pieceOf(fact: Fact): Piece | null {
  switch (fact.type) {
    case "agent_message":
    case "agent_thought": {
      const { messageId, text } = fact.data;
      return { key: `${fact.type} ${messageId}`, text, withText: (text) => ({ ...fact, data: { messageId, text } }) };
    }
    case "tool_call_update": {
      const { toolCallId, output, ...changes } = fact.data;
      if (output === undefined || Object.values(changes).some((change) => change !== undefined)) return null;
      return {
        key: `${fact.type} ${toolCallId}`,
        text: output,
        withText: (output) => ({ type: "tool_call_update", data: { toolCallId, output } }),
      };
    }
    default:
      return null;
  }
}

/** An empty text gives one empty chunk. Never cuts inside a character, which would destroy it on disk. */
function cut(text: string): string[] {
  // One UTF-16 unit has at most three bytes in UTF-8.
  if (text.length * 3 <= MAX_PIECE_BYTES) return [text];
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(MAX_PIECE_BYTES);
  const pieces: string[] = [];
  for (let rest = text; rest !== "" || pieces.length === 0; ) {
    // No more units than bytes are needed: this avoids scanning all of a huge text for every chunk.
    const { read } = encoder.encodeInto(rest.slice(0, MAX_PIECE_BYTES), buffer);
    pieces.push(rest.slice(0, read));
    rest = rest.slice(read);
  }
  return pieces;
}
