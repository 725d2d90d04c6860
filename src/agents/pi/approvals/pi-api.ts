// The part of Pi's extension interface that Skein's extension uses (0.87.1). Copied, because Pi is not a dependency of Skein.

export interface Message {
  role: string;
  content?: unknown;
}

interface Entry {
  type: string;
  id: string;
  customType?: string;
  data?: unknown;
}

export interface Context {
  /** Whether a person can be asked. */
  hasUI: boolean;
  cwd: string;
  ui: { select(title: string, options: string[], settings: { signal?: AbortSignal }): Promise<string | undefined> };
  /** Fires when the turn is interrupted; undefined while none runs. */
  signal: AbortSignal | undefined;
  sessionManager: { getSessionId(): string; getEntries(): Entry[]; getBranch(): Entry[] };
}

interface CommandContext extends Context {
  navigateTree(entryId: string, options: { summarize: boolean }): Promise<{ cancelled: boolean }>;
}

export interface ToolCall {
  toolCallId: string;
  toolName: string;
  input: Readonly<Record<string, unknown>>;
}

interface Handlers {
  session_start: (event: object, context: Context) => void;
  input: (event: { source: string }, context: Context) => { action: "continue" | "handled" };
  message_end: (event: { message: Message }) => { message: Message } | undefined;
  /** A handler that throws blocks the tool. */
  tool_call: (event: ToolCall, context: Context) => Promise<{ block: true; reason: string } | undefined>;
  agent_settled: (event: object) => void;
}

export interface PiApi {
  on<Name extends keyof Handlers>(name: Name, handler: Handlers[Name]): void;
  registerFlag(name: string, options: { type: "string"; description: string }): void;
  getFlag(name: string): unknown;
  registerCommand(
    name: string,
    command: { description: string; handler: (args: string, context: CommandContext) => Promise<void> },
  ): void;
  /** Stored with the conversation, and never shown to the model. */
  appendEntry(customType: string, data: object): void;
}
