// What is really wrong, for the one banner of the page. Pure: the facts and the time are given. A line that breaks and heals within two seconds is
// no trouble.

export interface Facts {
  /** What the browser says of the network. */
  readonly isOnline: boolean;
  /** Since when the daemon does not answer; null while it does. */
  readonly downSinceMs: number | null;
  /** A proxy answers, but holds back what comes bit by bit. */
  readonly isHeldBack: boolean;
  readonly isSignedOut: boolean;
  /** The version that this page came from, and the one that answers now. */
  readonly pageVersion: string | null;
  readonly daemonVersion: string | null;
  /** Why this browser keeps nothing. */
  readonly unkept: string | null;
}

export const noFacts: Facts = {
  isOnline: true,
  downSinceMs: null,
  isHeldBack: false,
  isSignedOut: false,
  pageVersion: null,
  daemonVersion: null,
  unkept: null,
};

export interface Trouble {
  readonly kind: "signed out" | "offline" | "unreachable" | "held back" | "upgraded" | "storage";
  /** Since when, as a time in milliseconds; null where that says nothing. */
  readonly sinceMs: number | null;
  /** What is wrong, and what becomes of what the person writes. */
  readonly message: string;
  /** What the person can do about it in the page. */
  readonly action: "try now" | "reload" | null;
}

/** What heals by itself within this time is not shown. */
const LATE_MS = 2000;

const KEPT = "What you write is kept, and sent once the connection is back.";

export function troubleOf(facts: Facts, nowMs: number): Trouble | null {
  const { isOnline, downSinceMs, isSignedOut, isHeldBack, pageVersion, daemonVersion, unkept } = facts;
  const isDown = downSinceMs !== null && nowMs - downSinceMs >= LATE_MS;
  const kept = unkept === null ? KEPT : "Leave this page open: what you write is sent once the connection is back.";
  if (isSignedOut) {
    const message =
      "This browser was signed out. Run skein web on the machine, and open its link here. Drafts are kept.";
    return { kind: "signed out", sinceMs: null, message, action: "reload" };
  }
  if (isDown && !isOnline)
    return { kind: "offline", sinceMs: downSinceMs, message: `There is no network. ${kept}`, action: "try now" };
  if (isDown)
    return { kind: "unreachable", sinceMs: downSinceMs, message: `Skein does not answer. ${kept}`, action: "try now" };
  if (pageVersion !== null && daemonVersion !== null && pageVersion !== daemonVersion) {
    const message = `Skein was replaced by version ${daemonVersion}. Reload this page; what you wrote is kept.`;
    return { kind: "upgraded", sinceMs: null, message, action: "reload" };
  }
  if (isHeldBack) {
    const message = "Something between this browser and Skein holds answers back, so the page asks again and again.";
    return { kind: "held back", sinceMs: null, message, action: null };
  }
  if (unkept !== null) {
    const message = `This browser keeps nothing (${unkept}). Drafts and unsent prompts are lost when the page is closed.`;
    return { kind: "storage", sinceMs: null, message, action: null };
  }
  return null;
}

/** In how many milliseconds the same facts may mean something else; null if never. */
export function looksAgainMs({ downSinceMs }: Facts, nowMs: number): number | null {
  if (downSinceMs === null || nowMs - downSinceMs >= LATE_MS) return null;
  return downSinceMs + LATE_MS - nowMs;
}
