// One attempt to send a prompt of the outbox: its files first, then the prompt.
import { ProblemError, type Skein } from "../../../client-entry/lazy.ts";
import type { Upload } from "../upload.ts";
import type { KeptPrompt } from "./outbox-entry.ts";
import { type Outcome, outcomeOf, refused } from "./send-outcome.ts";

interface Dependencies {
  readonly skein: Pick<Skein, "send" | "promptOutcome">;
  readonly upload: Upload;
  readonly nowMs: () => number;
}

/** How far the files of a prompt are uploaded, in bytes. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

export interface DeliveryWatch {
  /** Ends an upload. A prompt that is itself on its way can't be called back. */
  readonly signal: AbortSignal;
  readonly onUpload: (progress: UploadProgress) => void;
}

export type Deliver = (prompt: KeptPrompt, watch: DeliveryWatch) => Promise<Outcome>;

/** How old a prompt that steers or stops the running turn may be: later it would affect another turn. */
const TIMELY_MS = 60_000;

const TOO_LATE =
  "This was meant for the turn that was running when you wrote it, and could not be sent in time. Send it again if it is still needed.";

export function deliverer({ skein, upload, nowMs }: Dependencies): Deliver {
  /** By attachment: after a cut only what had not arrived is uploaded again. */
  const uploaded = new Map<string, string>();

  async function filesOf({ attachments }: KeptPrompt, { signal, onUpload }: DeliveryWatch) {
    const total = attachments.reduce((sum, { content }) => sum + content.size, 0);
    const files = [];
    let before = 0;
    for (const { id, name, mediaType, content } of attachments) {
      const from = before;
      const onSent = (bytes: number): void => onUpload({ sent: from + bytes, total });
      onSent(0);
      const hash = uploaded.get(id) ?? (await upload(content, { signal, onSent })).hash;
      uploaded.set(id, hash);
      files.push({ type: "file" as const, name, mediaType, hash });
      before += content.size;
    }
    return files;
  }

  return async (prompt, watch) => {
    try {
      if (isTooLate(prompt, nowMs())) return await ifSaved(skein, prompt);
      const { id, session, options, text, attachments } = prompt;
      const files = await filesOf(prompt, watch);
      const words = text === "" ? [] : [{ type: "text" as const, text }];
      const delivery = await skein.send(session, { ...options, id, content: [...words, ...files] });
      if (delivery.kind === "not_known") return delivery.cause ? withoutRefusal(delivery.cause) : LATER;
      for (const { id } of attachments) uploaded.delete(id);
      return { kind: "saved", seq: delivery.seq };
    } catch (error) {
      if (watch.signal.aborted) return LATER;
      if (!isFileGone(error)) return outcomeOf(error);
      // The daemon keeps files without a prompt for an hour.
      for (const { id } of prompt.attachments) uploaded.delete(id);
      return { kind: "later", isFault: true };
    }
  };
}

const isFileGone = (error: unknown): boolean => error instanceof ProblemError && error.code === "blob_not_found";

const LATER: Outcome = { kind: "later", isFault: false };

/** An earlier attempt may have arrived: then the prompt does not count as refused. */
const withoutRefusal = (cause: Error): Outcome => {
  const outcome = outcomeOf(cause);
  return outcome.kind === "refused" ? LATER : outcome;
};

const isTooLate = ({ options: { when }, writtenAt }: KeptPrompt, nowMs: number): boolean =>
  (when === "interrupt" || when === "steer") && nowMs - writtenAt > TIMELY_MS;

async function ifSaved(skein: Dependencies["skein"], { session, id }: KeptPrompt): Promise<Outcome> {
  try {
    return { kind: "saved", seq: (await skein.promptOutcome(session, id)).seq };
  } catch (error) {
    if (error instanceof ProblemError && error.code === "prompt_not_found") return refused("late", TOO_LATE);
    throw error;
  }
}
