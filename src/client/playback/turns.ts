// The turns before and after an event of a log, however far away, and where events and turns come from over the wire.
import type { Client } from "../client.ts";
import type { EventSource } from "./event-pages.ts";

type Turns = Pick<EventSource, "turns">;

/** They are looked for in ranges that grow. */
const FIRST_RANGE = 1000;
const LARGEST_RANGE = 64_000;

/** The beginning of the next one, up to the head. */
export async function turnAfter(source: Turns, seq: number, head: number): Promise<number | null> {
  for (let [from, length] = [seq + 1, FIRST_RANGE]; from <= head; ) {
    const [first] = await source.turns(from, Math.min(head, from + length - 1));
    if (first !== undefined) return first;
    [from, length] = [from + length, Math.min(2 * length, LARGEST_RANGE)];
  }
  return null;
}

/** The beginning of the newest one that begins before it. */
export async function turnBefore(source: Turns, seq: number): Promise<number | null> {
  for (let [to, length] = [seq - 1, FIRST_RANGE]; to >= 1; ) {
    const last = (await source.turns(Math.max(1, to - length + 1), to)).at(-1);
    if (last !== undefined) return last;
    [to, length] = [to - length, Math.min(2 * length, LARGEST_RANGE)];
  }
  return null;
}

export function sourceOver(client: Pick<Client, "events" | "outline">, session: string): EventSource {
  const turns = async (from: number, to: number): Promise<number[]> => {
    const { items } = await client.outline(session, { from, to });
    const isExact = items.every((one) => one.turns === 0 || one.turn !== null);
    if (isExact || from >= to) return items.flatMap((one) => (one.turns > 0 ? [one.seq] : []));
    // Too many for one outline: neighbours were joined.
    const middle = Math.floor((from + to) / 2);
    return [...(await turns(from, middle)), ...(await turns(middle + 1, to))];
  };
  return { events: (query) => client.events(session, query), turns };
}
