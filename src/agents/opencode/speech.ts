// The model's text and thoughts. Deltas come first, and the finished part adds only what they lack.
import { idIn } from "../kit/run-id.ts";
import type { EventOf, PartOf } from "./protocol.ts";
import { MAX_PARTS, type OpencodeReaction, type OpencodeState, stay } from "./state.ts";

type SpokenPart = OpencodeState["parts"][number];

/** The current content of a part: empty at its start, whole at its end. */
export function handleText(state: OpencodeState, part: PartOf<"text" | "reasoning">): OpencodeReaction {
  if (!state.messages.includes(part.messageID) || part.synthetic || part.ignored) return stay(state);
  const known = state.parts.find(({ id }) => id === part.id);
  if (known) return emitText(state, known, part.text.slice(known.length));
  const texts = state.texts + 1;
  const kind = part.type === "text" ? "agent_message" : "agent_thought";
  const begun: SpokenPart = { id: part.id, kind, name: idIn(state, `m${texts}`), length: 0 };
  return emitText({ ...state, texts, parts: [...state.parts, begun].slice(-MAX_PARTS) }, begun, part.text);
}

/** The next delta of a part. If the part's start was missed, its end still contains everything. */
export function handlePiece(
  state: OpencodeState,
  { partID, field, delta }: EventOf<"message.part.delta">,
): OpencodeReaction {
  const known = field === "text" ? state.parts.find(({ id }) => id === partID) : undefined;
  return known ? emitText(state, known, delta) : stay(state);
}

function emitText(state: OpencodeState, part: SpokenPart, text: string): OpencodeReaction {
  if (text === "") return stay(state);
  const spoken = { ...part, length: part.length + text.length };
  const parts = state.parts.map((one) => (one.id === part.id ? spoken : one));
  return stay({ ...state, parts }, [{ type: part.kind, data: { messageId: part.name, text } }]);
}
