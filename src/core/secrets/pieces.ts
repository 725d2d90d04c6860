// Texts that come in several events: messages, thoughts and outputs.
import { type BlobReference, blobsIn } from "../blob/reference.ts";
import type { Event } from "../event.ts";

export interface PieceText {
  readonly key: string;
  readonly path: string;
  readonly text: string;
  readonly references: readonly BlobReference[];
}

export function pieceOf({ type, data }: Event): PieceText | null {
  if (typeof data !== "object" || data === null) return null;
  const { messageId, toolCallId, text, output } = data as Record<string, unknown>;
  const piece = (key: string, path: string, own: string): PieceText | null => {
    const references = blobsIn(data).filter(({ at }) => at === path);
    return references.length > 1 ? null : { key, path, text: own, references };
  };
  if ((type === "agent_message" || type === "agent_thought") && typeof text === "string")
    return piece(`${type} ${String(messageId)}`, "/text", text);
  if (type === "tool_call_update" && typeof output === "string")
    return piece(`output ${String(toolCallId)}`, "/output", output);
  return null;
}

/** A text with the long texts in the place of their beginnings. */
export function wholeOf(
  { text, references }: Pick<PieceText, "text" | "references">,
  blobs: ReadonlyMap<string, string>,
): string {
  let whole = text;
  for (const { hash, from, to } of references.toReversed())
    whole = whole.slice(0, from) + (blobs.get(hash) ?? text.slice(from, to)) + whole.slice(to);
  return whole;
}
