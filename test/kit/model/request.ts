// What an agent asks of its model, whatever the wire format.

export type JsonSchema = { readonly [key: string]: unknown };

export interface Tool {
  readonly name: string;
  /** Null for tools that take plain text. */
  readonly schema: JsonSchema | null;
  /** The group that the wire format wants named with the call, if it has groups. */
  readonly namespace: string | null;
}

/** The conversation so far, one entry per block: agents merge consecutive messages into one with several blocks. */
export type Entry =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "assistant"; readonly text: string }
  | { readonly kind: "call"; readonly id: string; readonly tool: string; readonly input: unknown }
  | { readonly kind: "result"; readonly id: string; readonly text: string };

export interface ModelRequest {
  readonly model: string;
  readonly isStream: boolean;
  readonly system: string;
  readonly entries: readonly Entry[];
  readonly tools: readonly Tool[];
  /** The shape that the answer must have, where the agent wants JSON. */
  readonly answerSchema: JsonSchema | null;
  /** The agent's own id of the conversation, where it says so in the body. */
  readonly conversation: string | null;
}

export type UserEntry = Extract<Entry, { kind: "user" }>;

export const userTexts = (entries: readonly Entry[]): string[] =>
  entries.filter((entry) => entry.kind === "user").map(({ text }) => text);
