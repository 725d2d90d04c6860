// Tells the daemon what the person sees in this page, as long as they are at it: meanwhile no device is notified of that.

import { newId } from "../../client/index.ts";
import type { Skein } from "../../client-entry/lazy.ts";
import type { Location } from "../page/location.ts";

const BEAT_MS = 10_000;
/** A phone that freezes the page, or a machine that sleeps, is noticed after this. */
const VALID_SECONDS = 25;
/** A window that is only open proves nobody's presence. */
const IDLE_MS = 2 * 60_000;

const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"] as const;

export function reportPresence({ skein, location }: { skein: Pick<Skein, "focus">; location: Location }): void {
  const client = newId();
  let activeAtMs = Date.now();
  let isClaimed = false;
  const isHere = (): boolean =>
    document.visibilityState === "visible" && document.hasFocus() && Date.now() - activeAtMs < IDLE_MS;
  const claim = (seconds: number): void => {
    const route = location.route.peek();
    const session = route.kind === "session" ? route.session : null;
    const idleSeconds = Math.max(0, Math.round((Date.now() - activeAtMs) / 1000));
    // The next beat says it again.
    skein.focus({ client, session, list: isListShown(), idleSeconds, seconds }).catch(() => undefined);
  };
  const beat = (): void => {
    const wasClaimed = isClaimed;
    isClaimed = isHere();
    if (isClaimed) claim(VALID_SECONDS);
    else if (wasClaimed) claim(0);
  };
  const live = (): void => {
    const wasIdle = Date.now() - activeAtMs >= IDLE_MS;
    activeAtMs = Date.now();
    if (wasIdle) beat();
  };
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, live, { capture: true, passive: true });
  for (const change of ["focus", "blur", "pageshow", "pagehide"]) addEventListener(change, beat);
  document.addEventListener("visibilitychange", beat);
  location.route.subscribe(() => beat());
  setInterval(beat, BEAT_MS);
}

/** On a narrow screen an open session hides the list. */
const isListShown = (): boolean => document.querySelector(".frame > nav")?.checkVisibility?.() ?? true;
