// Mitto's queue.json: prompts that waited for their agent. They are shown, and never sent from here.
import { Fields } from "../kit/fields.ts";

export interface WaitingPrompt {
  id: string;
  text: string;
  queuedAt: string | null;
  rest: string | null;
  /** What the rest is, for people. */
  restText: string;
}

const MAX_ID_LENGTH = 100;
const MAX_PROMPTS = 200;

/** Null if it is no queue. */
export function readQueue(value: unknown): { prompts: WaitingPrompt[]; left: number } | null {
  const { messages } = (value ?? {}) as { messages?: unknown };
  if (messages === null) return { prompts: [], left: 0 };
  if (!Array.isArray(messages)) return null;
  const prompts = messages.slice(0, MAX_PROMPTS).map((message, index): WaitingPrompt => {
    const fields = new Fields(message);
    const name = fields.text("prompt_name");
    const text = fields.text("message") ?? "";
    return {
      id: (fields.text("id") ?? `${index}`).slice(0, MAX_ID_LENGTH),
      text: text === "" && name ? `the prompt "${name}"` : text,
      queuedAt: fields.text("queued_at"),
      rest: fields.rest(),
      restText: fields.restText(),
    };
  });
  return { prompts, left: messages.length - prompts.length };
}
