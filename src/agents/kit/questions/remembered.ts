// What drivers remember for later questions, which may omit it. Limited, because a driver's state is written with every commit.

/** The total limit, in characters: a longer line has placeholders instead of its long texts. */
const MOST = 1024 * 1024;

/** Those within the limit, newest (at the end) first. */
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
