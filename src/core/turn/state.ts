import type { TurnEndReason } from "./events.ts";

export interface OpenTurn {
  turn: string;
  promptId: string | null;
  startedAt: string;
  seq: number;
  interrupt: "none" | "requested" | "sent";
  /** Steered texts that the agent has not confirmed, by their first lines; the newest ones. */
  steered?: readonly { promptId?: string; title: string; isWhole: boolean }[];
}

export interface ClosedTurn {
  turn: string;
  promptId: string | null;
  reason: TurnEndReason;
  seq: number;
}

export interface TurnState {
  count: number;
  open: OpenTurn | null;
  last: ClosedTurn | null;
}

export const initialTurn: TurnState = { count: 0, open: null, last: null };
