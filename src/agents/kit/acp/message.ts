// The agent's messages: which chunks belong together, and which text is the agent's own and not the model's.
import type { Fact, Reaction } from "../../driver.ts";
import { idIn } from "../run-id.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { textOf } from "./content.ts";
import type { UpdateOf } from "./protocol.ts";
import { tellSettings } from "./settings.ts";
import { type AcpState, type Scene, withSound } from "./state.ts";

type Chunk = UpdateOf<"agent_message_chunk" | "agent_thought_chunk">;

/** Longer text is not an error message of the agent; also limits the state's size. */
const MAX_HELD = 4000;

export function handleChunk({ agent, state }: Scene, chunk: Chunk): Reaction<AcpState> {
  const text = textOf(chunk.content);
  const kind = chunk.sessionUpdate === "agent_message_chunk" ? "agent_message" : "agent_thought";
  const own = kind === "agent_message" ? (agent.quirks?.readText?.(text) ?? null) : null;
  switch (own?.kind) {
    case "mode": {
      const told = tellSettings({ agent, state: { ...state, known: { ...state.known, mode: own.mode } } });
      return { ...told, writes: [] };
    }
    case "notice": {
      const facts: Fact[] = [{ type: "notice", data: { kind: "agent", text: own.text } }];
      return { state: { ...state, message: null }, facts, writes: [] };
    }
    case "noise":
      return { state, facts: [], writes: [] };
    case "failure": {
      if (!state.turn || text.length > MAX_HELD) break;
      const held = { text, failure: own.message, isSure: own.isSure };
      return { state: { ...state, held }, facts: [], writes: [] };
    }
  }
  const isWhole = kind === "agent_thought" && agent.quirks?.wholeThoughts === true;
  const before = isWhole ? { ...state, message: null } : state;
  return { ...emitText(before, { kind, text, native: chunk.messageId ?? null }), writes: [] };
}

interface Words {
  kind: "agent_message" | "agent_thought";
  text: string;
  /** The agent's own id of the message, if any. */
  native: string | null;
}

function emitText(state: AcpState, { kind, text, native }: Words): { state: AcpState; facts: Fact[] } {
  if (state.isAfterCancel) {
    return { state, facts: [unreadableLine(text, "The agent continued its message after its turn was stopped.")] };
  }
  const goesOn = state.message?.kind === kind && state.message.native === native;
  const messages = goesOn ? state.messages : state.messages + 1;
  const messageId = idIn(state, `m${messages}`);
  return {
    state: { ...withSound(state), messages, message: { kind, native }, isAstir: state.turn === null },
    facts: [{ type: kind, data: { messageId, text } }],
  };
}

/** Something followed the withheld text, so it was the model's. */
export function sayHeld(state: AcpState): { state: AcpState; facts: Fact[] } {
  if (!state.held) return { state, facts: [] };
  const { text } = state.held;
  const native = state.message?.kind === "agent_message" ? state.message.native : null;
  return emitText({ ...state, held: null }, { kind: "agent_message", text, native });
}
