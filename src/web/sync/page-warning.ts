// Decides what the page's banner warns of. Pure: the facts and the time are arguments. A connection that recovers within two seconds is
// not reported.

export interface Facts {
  /** According to the browser. */
  readonly isOnline: boolean;
  /** When the daemon stopped answering; null while it answers. */
  readonly downSinceMs: number | null;
  /** When the page will reconnect; null while it is connected. */
  readonly nextTryMs: number | null;
  /** A proxy answers, but delays streamed data. */
  readonly isStreamDelayed: boolean;
  readonly isSignedOut: boolean;
  /** The version that served this page, and the one that answers now. */
  readonly pageVersion: string | null;
  readonly daemonVersion: string | null;
  /** Why the daemon can't save anything. */
  readonly daemonCantSave: string | null;
  /** Why this browser can't save anything. */
  readonly browserCantSave: string | null;
}

export const noFacts: Facts = {
  isOnline: true,
  downSinceMs: null,
  nextTryMs: null,
  isStreamDelayed: false,
  isSignedOut: false,
  pageVersion: null,
  daemonVersion: null,
  daemonCantSave: null,
  browserCantSave: null,
};

export interface PageWarning {
  readonly kind: "signed out" | "offline" | "unreachable" | "disk" | "delayed" | "upgraded" | "storage";
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

export function pageWarningOf(facts: Facts, nowMs: number): PageWarning | null {
  const {
    isOnline,
    downSinceMs,
    nextTryMs,
    isSignedOut,
    isStreamDelayed,
    pageVersion,
    daemonVersion,
    daemonCantSave,
    browserCantSave,
  } = facts;
  const warning = (kind: PageWarning["kind"], message: string, action: PageWarning["action"] = null): PageWarning =>
    action === "try now"
      ? { kind, sinceMs: downSinceMs, nextTryMs, message, action }
      : { kind, sinceMs: null, nextTryMs: null, message, action };
  const isDown = downSinceMs !== null && (pageVersion === null || nowMs - downSinceMs >= LATE_MS);
  const kept =
    browserCantSave === null ? KEPT : "Leave this page open: what you write is sent once the connection is back.";
  if (isSignedOut) {
    const message =
      "This browser was signed out. Run skein web on its machine and open the link, or sign in here with the code of skein web --pair. Drafts are kept.";
    return warning("signed out", message, "reload");
  }
  if (isDown && !isOnline) return warning("offline", `There is no network. ${kept}`, "try now");
  if (isDown)
    return warning(
      "unreachable",
      `Skein does not answer. If it was stopped, skein web on its machine starts it. ${kept}`,
      "try now",
    );
  if (daemonCantSave !== null) {
    const why = daemonCantSave.replace(/^storage: /, "").replace(/\.?$/, ".");
    return warning("disk", `Skein can't save at the moment: ${why} What you write is kept, and sent once it can.`);
  }
  if (pageVersion !== null && daemonVersion !== null && pageVersion !== daemonVersion) {
    const message = `Skein was replaced by version ${daemonVersion}. Reload this page; what you wrote is kept.`;
    return warning("upgraded", message, "reload");
  }
  if (isStreamDelayed) {
    const message = "Something between this browser and Skein holds answers back, so the page asks again and again.";
    return warning("delayed", message);
  }
  if (browserCantSave === null) return null;
  const message = `This browser keeps nothing (${browserCantSave}). Drafts and unsent prompts are lost when the page is closed.`;
  return warning("storage", message);
}

/** In how many milliseconds the same facts may mean something else; null if never. */
export function nextCheckMs({ downSinceMs }: Facts, nowMs: number): number | null {
  if (downSinceMs === null || nowMs - downSinceMs >= LATE_MS) return null;
  return downSinceMs + LATE_MS - nowMs;
}
