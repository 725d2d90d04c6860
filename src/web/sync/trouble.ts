// Decides what the page's banner says is wrong. Pure: the facts and the time are arguments. A connection that recovers within two seconds is
// no trouble.

export interface Facts {
  /** According to the browser. */
  readonly isOnline: boolean;
  /** When the daemon stopped answering; null while it answers. */
  readonly downSinceMs: number | null;
  /** When the page will reconnect; null while it is connected. */
  readonly nextTryMs: number | null;
  /** A proxy answers, but delays streamed data. */
  readonly isHeldBack: boolean;
  readonly isSignedOut: boolean;
  /** The version that served this page, and the one that answers now. */
  readonly pageVersion: string | null;
  readonly daemonVersion: string | null;
  /** Why the daemon can't save anything. */
  readonly unsaved: string | null;
  /** Why this browser can't save anything. */
  readonly unkept: string | null;
}

export const noFacts: Facts = {
  isOnline: true,
  downSinceMs: null,
  nextTryMs: null,
  isHeldBack: false,
  isSignedOut: false,
  pageVersion: null,
  daemonVersion: null,
  unsaved: null,
  unkept: null,
};

export interface Trouble {
  readonly kind: "signed out" | "offline" | "unreachable" | "disk" | "held back" | "upgraded" | "storage";
  /** Its start, in milliseconds; null if that is of no use. */
  readonly sinceMs: number | null;
  /** When the page will try again. */
  readonly nextTryMs: number | null;
  /** What is wrong, and what happens to what the person writes. */
  readonly message: string;
  /** What the person can do in the page. */
  readonly action: "try now" | "reload" | null;
}

/** A failure that ends within this time is not shown. */
const LATE_MS = 2000;

const KEPT = "What you write is kept, and sent once the connection is back.";

export function troubleOf(facts: Facts, nowMs: number): Trouble | null {
  const { isOnline, downSinceMs, nextTryMs, isSignedOut, isHeldBack, pageVersion, daemonVersion, unsaved, unkept } =
    facts;
  const trouble = (kind: Trouble["kind"], message: string, action: Trouble["action"] = null): Trouble =>
    action === "try now"
      ? { kind, sinceMs: downSinceMs, nextTryMs, message, action }
      : { kind, sinceMs: null, nextTryMs: null, message, action };
  const isDown = downSinceMs !== null && nowMs - downSinceMs >= LATE_MS;
  const kept = unkept === null ? KEPT : "Leave this page open: what you write is sent once the connection is back.";
  if (isSignedOut) {
    const message =
      "This browser was signed out. Run skein web on the machine, and open its link here. Drafts are kept.";
    return trouble("signed out", message, "reload");
  }
  if (isDown && !isOnline) return trouble("offline", `There is no network. ${kept}`, "try now");
  if (isDown) return trouble("unreachable", `Skein does not answer. ${kept}`, "try now");
  if (unsaved !== null) {
    const why = unsaved.replace(/^storage: /, "").replace(/\.?$/, ".");
    return trouble("disk", `Skein can't save at the moment: ${why} What you write is kept, and sent once it can.`);
  }
  if (pageVersion !== null && daemonVersion !== null && pageVersion !== daemonVersion) {
    const message = `Skein was replaced by version ${daemonVersion}. Reload this page; what you wrote is kept.`;
    return trouble("upgraded", message, "reload");
  }
  if (isHeldBack) {
    const message = "Something between this browser and Skein holds answers back, so the page asks again and again.";
    return trouble("held back", message);
  }
  if (unkept === null) return null;
  const message = `This browser keeps nothing (${unkept}). Drafts and unsent prompts are lost when the page is closed.`;
  return trouble("storage", message);
}

/** In how many milliseconds the same facts may mean something else; null if never. */
export function nextCheckMs({ downSinceMs }: Facts, nowMs: number): number | null {
  if (downSinceMs === null || nowMs - downSinceMs >= LATE_MS) return null;
  return downSinceMs + LATE_MS - nowMs;
}
