// What is read back from the browser's storage: anything there may have been damaged, or written by another version. What is no record is left out.
import type { Attachment, KeptPrompt } from "./outbox-entry.ts";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

const isText = (value: unknown): value is string => typeof value === "string";

function isAttachment(value: unknown): value is Attachment {
  const { id, name, mediaType, content } = fieldsOf(value);
  return isText(id) && isText(name) && isText(mediaType) && content instanceof Blob;
}

export function isKeptPrompt(value: unknown): value is KeptPrompt {
  const { id, session, text, attachments, options, writtenAt, revision, refusal } = fieldsOf(value);
  const isPrompt = isText(id) && isText(session) && isText(text) && typeof options === "object" && options !== null;
  const isSound = Array.isArray(attachments) && attachments.every(isAttachment);
  const { code, text: why } = fieldsOf(refusal);
  const isKnown = refusal === null || (isText(code) && isText(why));
  return isPrompt && isSound && isKnown && Number.isFinite(writtenAt) && Number.isFinite(revision);
}

/** The files of a draft. */
export function keptAttachments(kept: unknown): Attachment[] {
  const { attachments } = fieldsOf(kept);
  return Array.isArray(attachments) ? attachments.filter(isAttachment) : [];
}

/** The text of a draft, as it was written to local storage. */
export function keptText(json: string | null): { readonly text: string; readonly caret: number } {
  let kept: unknown = null;
  try {
    kept = JSON.parse(json ?? "null");
  } catch {
    // Damaged: as no draft.
  }
  const { text, caret } = fieldsOf(kept);
  return { text: isText(text) ? text : "", caret: typeof caret === "number" && caret >= 0 ? caret : 0 };
}
