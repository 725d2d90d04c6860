// What a push message says, and what a device shows of it.

interface PushMessage {
  readonly reason: "raised" | "reminder" | "test";
  /** The same for a message and its reminder. */
  readonly id: string;
  readonly kind: "needs_you" | "failed" | "finished";
  readonly session: string;
  readonly seq: number;
  readonly text: string;
}

export interface Shown {
  readonly title: string;
  readonly body: string;
  /** A notification with the same tag is replaced. */
  readonly tag: string;
  /** It stays until the person reacts. */
  readonly isUrgent: boolean;
  /** Where a click leads. */
  readonly address: string;
}

const TITLES: Readonly<Record<PushMessage["kind"], string>> = {
  needs_you: "Needs you",
  failed: "Failed",
  finished: "Finished",
};

/** A message that this page does not understand, as of a newer daemon, still says that there is something. */
export function shownOf(text: string | null): Shown {
  const message = parsed(text);
  if (!message)
    return { title: "Skein", body: "Something waits for you.", tag: "skein", isUrgent: false, address: "/" };
  const { reason, id, kind, session, seq } = message;
  const title = reason === "test" ? "Skein" : reason === "reminder" ? "Still waits for you" : TITLES[kind];
  const address = session === "" ? "/" : `/s/${encodeURIComponent(session)}?at=${seq}`;
  return { title, body: message.text, tag: id, isUrgent: kind === "needs_you", address };
}

function parsed(text: string | null): PushMessage | null {
  try {
    const value = JSON.parse(text ?? "") as Record<string, unknown>;
    const { id, session, seq, kind, reason } = value;
    const isKnown =
      [id, session, value.text].every((one) => typeof one === "string") &&
      Number.isSafeInteger(seq) &&
      Object.hasOwn(TITLES, String(kind)) &&
      ["raised", "reminder", "test"].includes(String(reason));
    return isKnown ? (value as unknown as PushMessage) : null;
  } catch {
    return null;
  }
}
