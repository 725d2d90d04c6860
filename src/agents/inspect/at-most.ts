// Limits how many tasks run at once; the others wait.

export function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places;
  const line: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      // The next task takes over the slot.
      const next = line.shift();
      if (next) next();
      else free++;
    }
  };
}
