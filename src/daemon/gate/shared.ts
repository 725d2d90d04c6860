// Shares one look at the system between several callers.

/** Callers that come during a look share the next one: each gets what was seen after it came. */
export function shared<T>(start: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= current
      .catch(() => {})
      .then(() => {
        next = null;
        const looking = start();
        current = looking;
        return looking;
      });
    return next;
  };
}
