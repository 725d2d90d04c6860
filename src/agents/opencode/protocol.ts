// The output of the bridge: events of OpenCode's server, and responses to Skein's requests. Only the fields that Skein uses; taken from the
// output of 1.18.33 and from the server's own description at /doc.
import * as z from "zod";

const count = z.number().nonnegative().catch(0);
const input = z.record(z.string(), z.unknown());

const tokens = z.object({
  total: z.number().nonnegative().optional().catch(undefined),
  input: count,
  output: count,
  reasoning: count,
  cache: z.object({ read: count, write: count }).catch({ read: 0, write: 0 }),
});

const failure = z.object({
  name: z.string(),
  data: z.looseObject({ message: z.string().optional(), statusCode: z.number().optional() }).catch({}),
});
export type NamedError = z.infer<typeof failure>;

const message = z.object({
  id: z.string(),
  role: z.string(),
  parentID: z.string().optional(),
  providerID: z.string().optional(),
  modelID: z.string().optional(),
  /** It is the summary that replaces the history. A user's message has an object with that name. */
  summary: z.unknown().optional(),
  time: z.object({ completed: z.number().optional() }),
  finish: z.string().optional(),
  error: failure.optional().catch(undefined),
});
export type Message = z.infer<typeof message>;

const time = z.object({ start: z.number(), end: z.number() }).partial();

const toolState = z.object({
  status: z.enum(["pending", "running", "completed", "error"]),
  input: input.default({}),
  output: z.string().optional(),
  error: z.string().optional(),
  metadata: input.default({}),
  time: time.optional(),
});

const part = z.discriminatedUnion("type", [
  z.object({
    type: z.enum(["text", "reasoning"]),
    id: z.string(),
    messageID: z.string(),
    text: z.string(),
    /** Not the model's text, and not for people. */
    synthetic: z.boolean().optional(),
    ignored: z.boolean().optional(),
    metadata: z.looseObject({ skein: z.string().optional().catch(undefined) }).optional(),
  }),
  z.object({
    type: z.literal("tool"),
    id: z.string(),
    messageID: z.string(),
    callID: z.string(),
    tool: z.string(),
    state: toolState,
  }),
  z.object({
    type: z.literal("step-finish"),
    id: z.string(),
    messageID: z.string(),
    /** Why the model stopped; "tool-calls" if it continues with their results. */
    reason: z.string().default(""),
    tokens,
    cost: count,
  }),
  z.object({
    type: z.enum(["step-start", "file", "snapshot", "patch", "agent", "subtask", "retry", "compaction"]),
    id: z.string(),
    messageID: z.string(),
  }),
]);
export type Part = z.infer<typeof part>;
export type PartOf<T extends Part["type"]> = Extract<Part, { type: T }>;

const sessionID = z.string();
/** The call that a question is about. */
const tool = z.object({ callID: z.string() }).optional();

const event = <T extends string, P extends z.ZodRawShape>(type: T, properties: P) =>
  z.object({ type: z.literal(type), properties: z.object(properties) });

const events = z.discriminatedUnion("type", [
  event("message.updated", { sessionID, info: message }),
  event("message.part.updated", { sessionID, part }),
  event("message.part.delta", {
    sessionID,
    messageID: z.string(),
    partID: z.string(),
    field: z.string(),
    delta: z.string(),
  }),
  event("permission.asked", {
    sessionID,
    id: z.string(),
    permission: z.string(),
    patterns: z.array(z.string()).default([]),
    metadata: input.default({}),
    always: z.array(z.string()).default([]),
    tool,
  }),
  event("permission.replied", { sessionID, requestID: z.string() }),
  event("question.asked", {
    sessionID,
    id: z.string(),
    questions: z
      .array(
        z.object({
          question: z.string(),
          options: z.array(z.object({ label: z.string(), description: z.string().default("") })).default([]),
          multiple: z.boolean().default(false),
          custom: z.boolean().default(true),
        }),
      )
      .min(1),
    tool,
  }),
  event("question.replied", { sessionID, requestID: z.string() }),
  event("question.rejected", { sessionID, requestID: z.string() }),
  event("session.status", {
    sessionID,
    status: z.object({
      type: z.string(),
      attempt: z.number().optional(),
      message: z.string().optional(),
      next: z.number().optional(),
    }),
  }),
  event("session.error", { sessionID: sessionID.optional(), error: failure.optional() }),
  event("session.updated", { sessionID, info: z.object({ title: z.string().optional() }) }),
  event("session.compacted", { sessionID }),
  event("todo.updated", {
    sessionID,
    todos: z.array(z.object({ content: z.string(), status: z.string() })),
  }),
]);

export type OpencodeEvent = z.infer<typeof events>;
export type EventOf<T extends OpencodeEvent["type"]> = Extract<OpencodeEvent, { type: T }>["properties"];

const response = z.object({ id: z.string(), status: z.number(), body: z.unknown() });
export type Response = z.infer<typeof response>;

/**
 * Without meaning for people, or reported better by another event: the server's housekeeping, user interfaces, terminals and plugins, changed
 * files, and a second set of events that is not used yet.
 */
const noise =
  /^(server|plugin|catalog|reference|integration|models-dev|file|lsp|pty|tui|mcp|project|vcs|workspace|worktree|installation|command|ide|global|account|permission\.v2|question\.v2|session\.next)\.|^session\.(created|deleted|diff|idle)$|^message(\.part)?\.removed$/;

export type Line =
  | { kind: "event"; event: OpencodeEvent }
  | { kind: "response"; response: Response }
  /** Known to be meaningless. */
  | { kind: "noise" }
  /** Unknown to Skein; `type` if there is one. */
  | { kind: "unknown"; type: string | null };

/** Never throws. */
export function parseLine(text: string): Line {
  try {
    const json: unknown = JSON.parse(text);
    const known = events.safeParse(json);
    if (known.success) return { kind: "event", event: known.data };
    const answer = response.safeParse(json);
    if (answer.success) return { kind: "response", response: answer.data };
    const { type } = z.object({ type: z.string() }).parse(json);
    return noise.test(type) ? { kind: "noise" } : { kind: "unknown", type };
  } catch {
    return { kind: "unknown", type: null };
  }
}

const printed = z.object({
  type: z.string(),
  sessionID: z.string(),
  part: z.unknown().optional(),
  error: z.unknown().optional(),
});

export type Printed =
  | { kind: "part"; sessionID: string; part: Part }
  | { kind: "error"; sessionID: string; error: NamedError };

/** A line of `opencode run --format json`; null if Skein does not know it. Never throws. */
export function parsePrinted(text: string): Printed | null {
  try {
    const { type, sessionID, ...line } = printed.parse(JSON.parse(text));
    if (type === "error") return { kind: "error", sessionID, error: failure.parse(line.error) };
    return { kind: "part", sessionID, part: part.parse(line.part) };
  } catch {
    return null;
  }
}

/** A conversation as the server describes it. */
export const session = z.object({
  id: z.string(),
  title: z.string().optional(),
  model: z.object({ id: z.string(), providerID: z.string() }).optional().catch(undefined),
});

export const refusal = z.object({ data: z.object({ message: z.string() }) });
