// Sent prompts that neither the queue nor the transcript shows yet, each with its state: waiting, saved, refused.

interface Sent {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly unknown[];
  readonly state: "waiting" | "saved" | "taken" | "refused";
  readonly refusal: { readonly text: string } | null;
}

export interface OutgoingPrompt {
  readonly id: string;
  /** Its beginning. */
  readonly text: string;
  readonly files: number;
  readonly mark: "waiting" | "saved" | "refused";
  readonly reason: string | null;
}

const SHOWN = 600;

export const outgoingPrompts = (
  sent: readonly Sent[],
  queue: readonly { readonly promptId: string }[],
): OutgoingPrompt[] =>
  sent.flatMap(({ id, text, attachments, state, refusal }) => {
    if (state === "taken" || (state === "saved" && queue.some(({ promptId }) => promptId === id))) return [];
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
    return [{ id, text: shown, files: attachments.length, mark: state, reason: refusal?.text ?? null }];
  });
