// Guards buttons against a click that was meant for what was in their place a moment before.
import { useEffect, useState } from "preact/hooks";

/** Longer than it takes to press a button that one was about to press. */
const GUARD_MS = 300;

/** False for a moment after the first rendering, and whenever `what` has changed. */
export function useMisclickGuard(what: string): boolean {
  const [clickableFor, setClickableFor] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setClickableFor(what), GUARD_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return clickableFor === what;
}
