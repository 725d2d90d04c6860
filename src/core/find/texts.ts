// The texts of an event that people read, each with the block that shows it.
import { type Event, type EventType, type KnownEvent, understand } from "../event.ts";
import type { BlockKind } from "../transcript/block.ts";

/** Where a text is: the kind of its block, and the id in it (of the message, the call, the question …); null where blocks of this kind have none. */
export interface TextPlace {
  readonly kind: BlockKind;
  readonly id: string | null;
}

export interface PlacedTexts extends TextPlace {
  readonly texts: readonly string[];
  /** It continues the message before it, if that has the same id. */
  readonly isPiece: boolean;
}

/** All other events have no words. */
export const findTypes = [
  "user_prompt",
  "agent_message",
  "agent_thought",
  "tool_call",
  "tool_call_update",
  "permission",
  "plan",
  "task_start",
  "task_end",
  "turn_end",
  "error",
  "notice",
  "resume_failed",
] as const satisfies readonly EventType[];

export function textsOf(event: Event): PlacedTexts | null {
  if (isPieceType(event.type)) return pieceOf(event);
  const known = understand(event);
  const found = known && wordsOf(known);
  if (!found) return null;
  const [kind, id, ...texts] = found;
  return { kind, id, isPiece: false, texts: texts.filter((text) => text !== undefined && text !== "") as string[] };
}

export const isPieceType = (type: string): boolean => type === "agent_message" || type === "agent_thought";

/** Most of a log are pieces: they are looked at without their schema. */
function pieceOf({ type, data }: Event): PlacedTexts | null {
  const { messageId, text } = (data ?? {}) as { messageId?: unknown; text?: unknown };
  if (typeof messageId !== "string" || typeof text !== "string") return null;
  return { kind: type === "agent_message" ? "message" : "thought", id: messageId, isPiece: true, texts: [text] };
}

type Words = [kind: BlockKind, id: string | null, ...texts: (string | undefined)[]];

function wordsOf(event: KnownEvent): Words | null {
  switch (event.type) {
    case "user_prompt":
      return ["prompt", event.data.promptId, event.data.text];
    case "tool_call":
      return ["tool", event.data.toolCallId, event.data.title, ...stringsIn(event.data.input)];
    case "tool_call_update":
      return ["tool", event.data.toolCallId, event.data.title, event.data.output];
    case "permission":
      if (event.data.state === "asked") return ["permission", event.data.id, event.data.title, event.data.detail];
      return event.data.state === "answered" ? ["permission", event.data.id, event.data.message] : null;
    case "plan":
      return ["plan", null, ...event.data.entries.map(({ content }) => content)];
    case "task_start":
      return ["task", event.data.taskId, event.data.title];
    case "task_end":
      return ["task_end", event.data.taskId, event.data.summary];
    case "turn_end":
      return ["turn_end", event.data.turn, event.data.error];
    case "error":
      return ["error", null, event.data.message, event.data.hint];
    case "resume_failed":
      return ["error", null, event.data.message, event.data.hint];
    case "notice":
      return ["notice", null, event.data.text];
    default:
      return null;
  }
}

/** The values in an input, however deep. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
