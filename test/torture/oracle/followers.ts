// I7: whoever lived through everything has seen what a newcomer sees, and both fold it to the state that the daemon has.
import { createHash } from "node:crypto";
import { type Event, initialState, reduce, type SessionState } from "../../../src/core/index.ts";

interface Seen {
  session: string;
  /** Lines of the follower that was there all the time, as they came. */
  lived: readonly string[];
  /** Lines of one that came when all was over. */
  fresh: readonly string[];
  /** The daemon's own state. */
  state?: SessionState;
}

export function convergenceFaults({ session, lived, fresh, state }: Seen): string[] {
  const faults: string[] = [];
  const at = fresh.findIndex((line, index) => line !== lived[index]);
  if (at !== -1 || lived.length !== fresh.length) {
    const place = at === -1 ? fresh.length : at;
    const [one, other] = [lived[place] ?? "nothing", fresh[place] ?? "nothing"].map((line) => line.slice(0, 200));
    faults.push(`session ${session}: followers part at event ${place + 1}: one saw ${one}, the other ${other}`);
  }
  const hashes = [lived, fresh].map((lines) => hashOf(fold(lines)));
  if (hashes[0] !== hashes[1]) faults.push(`session ${session}: followers came to different states`);
  if (state && hashOf(state) !== hashes[1])
    faults.push(`session ${session}: the daemon has another state than its log`);
  return faults;
}

const fold = (lines: readonly string[]): SessionState =>
  lines.map((line) => JSON.parse(line) as Event).reduce(reduce, initialState);

const hashOf = (state: SessionState): string => createHash("sha256").update(canonical(state)).digest("hex");

/** The same for the same content, in whatever order it was built. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
