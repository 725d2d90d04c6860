// Does what can wait once the browser has nothing to draw; gives what calls it off.
const SOON_MS = 300;

export function whenIdle(act: () => void): () => void {
  // Safari does not say when it has time.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, SOON_MS);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act, { timeout: SOON_MS });
  return () => cancelIdleCallback(asked);
}
