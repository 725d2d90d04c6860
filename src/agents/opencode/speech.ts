// What the model says and thinks. Pieces come first; the finished part then adds only what they have not said.
import { idIn } from "../kit/run-id.ts";
import type { EventOf, PartOf } from "./protocol.ts";
import { MAX_PARTS, type OpencodeReaction, type OpencodeState, stay } from "./state.ts";

type SpokenPart = OpencodeState["parts"][number];

/** A part as it stands now: empty when it begins, whole when it ends. */
export function handleText(state: OpencodeState, part: PartOf<"text" | "reasoning">): OpencodeReaction {
  if (!state.messages.includes(part.messageID) || part.synthetic || part.ignored) return stay(state);
  const known = state.parts.find(({ id }) => id === part.id);
  if (known) return emitText(state, known, part.text.slice(known.length));
  const texts = state.texts + 1;
  const kind = part.type === "text" ? "agent_message" : "agent_thought";
  const begun: SpokenPart = { id: part.id, kind, name: idIn(state, `m${texts}`), length: 0 };
  return emitText({ ...state, texts, parts: [...state.parts, begun].slice(-MAX_PARTS) }, begun, part.text);
}

/** The next piece of a part. Of one that never began nothing is lost: its end says it whole. */
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
