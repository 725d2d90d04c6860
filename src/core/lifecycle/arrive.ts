// A session that comes from another log. Whatever was under way there stays there: here it is history, until somebody asks for more.
import type { EventBody } from "../event.ts";
import type { SessionState } from "../state.ts";
import { closePermissions, closeTurn } from "../turn/decide.ts";

const by = { kind: "daemon" } as const;
const WHY = "the session was imported; its agent stayed where it ran";

interface Arrival {
  at: string;
  /** The id that it had. */
  from: string;
  /** One that is free here. */
  name: string | null;
}

/** The events that end what was open, and say where the session comes from. Nothing is left to do after them. */
export function arrivalOf(state: SessionState, { at, from, name }: Arrival): EventBody[] {
  const { lifecycle, turn, binding, prompt } = state;
  const events: EventBody[] = [
    ...closeTurn(state, { reason: "interrupted", at, by }),
    ...(turn.open ? [] : closePermissions(state, WHY, by)),
    ...(binding.run ? [exitOf(binding.run.run, turn.open?.turn ?? null)] : []),
    ...prompt.queue.map(
      ({ promptId }): EventBody => ({ type: "prompt_withdrawn", by, data: { promptId, reason: WHY } }),
    ),
    ...(lifecycle.trashed ? [{ type: "restored" as const, by, data: {} }] : []),
    ...(lifecycle.name === name ? [] : [{ type: "renamed" as const, by, data: { name } }]),
    { type: "notice", by, data: { kind: "imported", text: `imported from a file, where it was session ${from}` } },
    ...(lifecycle.phase === "open" ? [{ type: "session_end" as const, by, data: { reason: "imported" } }] : []),
  ];
  return [...events, { type: "acknowledged", by, data: { seq: state.head + events.length } }];
}

const exitOf = (run: string, turn: string | null): EventBody => ({
  type: "agent_exit",
  by,
  data: { run, outcome: "stopped", code: null, signal: null, turn, text: WHY },
});
