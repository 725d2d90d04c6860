// Runs no more than so many things at once; the others wait in line.

export function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places;
  const line: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const next = line.shift();
      if (next) next();
      else free++;
    }
  };
}
