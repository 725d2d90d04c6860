// A question may leave out what was said before it. So drivers remember that, within bounds: their state is written with every commit.

/** All together, in characters: a line with more has placeholders in place of its long texts. */
const MOST = 1024 * 1024;

/** Those that can be remembered: the newest, which are at the end, first. */
export function newestThatFit<T>(items: readonly T[], sizeOf: (item: T) => number): ReadonlySet<T> {
  let room = MOST;
  const kept = items.toReversed().filter((item) => {
    const size = sizeOf(item);
    if (size > room) return false;
    room -= size;
    return true;
  });
  return new Set(kept);
}
