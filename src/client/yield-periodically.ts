// Yields to other tasks during long work, so that a large batch does not block the page that shows it.
import type { HostEnvironment } from "./host-environment.ts";

/** Too short to be noticed. */
const AT_A_STRETCH_MS = 20;

/** Called before each piece of work: resolves at once, or after other tasks had their turn if the last pause was too long ago. */
export function yieldPeriodically(
  { nextTurn }: Pick<HostEnvironment, "nextTurn">,
  now = () => performance.now(),
): () => Promise<void> | undefined {
  let begunMs: number | null = null;
  let others = Promise.resolve();
  return () => {
    if (begunMs !== null) return now() - begunMs < AT_A_STRETCH_MS ? undefined : others;
    begunMs = now();
    others = nextTurn().then(() => {
      begunMs = null;
    });
    return undefined;
  };
}
