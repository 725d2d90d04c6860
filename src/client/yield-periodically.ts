// Work that may come without end leaves room for others: what is long in arriving all at once must not hold up the page that shows it.
import type { HostEnvironment } from "./host-environment.ts";

/** Less than what a hand or an eye notices. */
const AT_A_STRETCH_MS = 20;

/** Called before each piece of work: comes back at once, or, when the stretch was long, when others have had their turn. */
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
