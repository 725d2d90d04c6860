// What agents really sent to their model, and how it was answered.
import type { Outcome } from "./play.ts";
import { newestPrompt, opensTurn } from "./prompt.ts";
import { type Entry, userTexts } from "./request.ts";
import type { Step } from "./script.ts";
import type { Wire } from "./wire/wire.ts";

export interface Exchange {
  readonly wire: Wire["name"];
  readonly path: string;
  /** Without secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly model: string;
  /** The agent's own id of the conversation, if it says one. */
  readonly conversation: string | null;
  readonly system: string;
  readonly entries: readonly Entry[];
  readonly tools: readonly string[];
  /** The prompt that is to be answered, exactly as it came. */
  readonly prompt: string | null;
  readonly isAside: boolean;
  /** Whether the model's key came with it. */
  readonly isAuthorized: boolean;
  /** Which attempt at this reply it is, from 1. */
  readonly attempt: number;
  readonly steps: readonly Step[];
  outcome: "answering" | Outcome;
}

/** A turn that a prompt opened at the model: its requests, retries and those with tool results included. */
export type ModelTurn = readonly Exchange[];

/**
 * The turns that a prompt opened; `marker` is a word that occurs once in it. One turn means: it reached the model once.
 *
 * Agents send the whole history with every request, so being there again says nothing. A new turn is
 * - one more occurrence of the marker in the user's texts of one request, or
 * - a request that opens a turn with it (nothing was said since) at another place than the last such request, or at the same
 *   place although that one was answered, is still being answered, or was given up by the agent: the agent has forgotten it,
 *   and was told again.
 * At the same place after an error or a cut of ours, it is a retry. An agent that forgets failed prompts and is told again at
 * once looks the same: where that matters, look at how many requests the turn has.
 */
export function turnsOf(marker: string, exchanges: readonly Exchange[]): ModelTurn[] {
  const turns: Exchange[][] = [];
  let seen = 0;
  for (const exchange of exchanges) {
    if (exchange.isAside) continue;
    const count = occurrences(marker, exchange);
    const isItsTurn = exchange.prompt !== null && countIn(exchange.prompt, marker) > 0;
    if (count <= seen && isItsTurn && opensAgain(exchange, turns.at(-1) ?? [])) turns.push([]);
    for (let more = seen; more < count; more += 1) turns.push([]);
    if (isItsTurn) turns.at(-1)?.push(exchange);
    seen = Math.max(seen, count);
  }
  return turns;
}

function opensAgain(exchange: Exchange, turn: ModelTurn): boolean {
  const before = turn.findLast(({ entries }) => opensTurn(entries));
  if (before === undefined || !opensTurn(exchange.entries)) return false;
  return placeOf(before) !== placeOf(exchange) || !["refused", "cut"].includes(before.outcome);
}

const placeOf = ({ conversation, entries }: Exchange): string =>
  JSON.stringify([conversation, newestPrompt(entries)?.count]);

const occurrences = (marker: string, { entries }: Exchange): number =>
  userTexts(entries).reduce((sum, text) => sum + countIn(text, marker), 0);

/** As a word: p-1 isn't in p-17. */
function countIn(text: string, marker: string): number {
  const isPart = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);
  let count = 0;
  for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + marker.length)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + marker.length])) count += 1;
  }
  return count;
}
