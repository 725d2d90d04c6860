// Times that another program recorded: only those between its invention and now are believed.
const EARLIEST = Date.UTC(2020);

/** In ISO 8601, UTC; null if nobody should believe it. */
export function believableTime(text: string | null, now: number): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return at >= EARLIEST && at <= now ? new Date(at).toISOString() : null;
}
