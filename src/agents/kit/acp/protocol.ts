// The parts of the Agent Client Protocol, version 1 (agentclientprotocol.com), that Skein reads. Tolerant: optional fields that are malformed
// count as absent, and unknown ones are ignored.
import * as z from "zod";
import { otherFields } from "../tool-calls/input-fields.ts";

export const PROTOCOL_VERSION = 1;

/** The user must log in first. */
export const AUTH_REQUIRED = -32000;

const text = z.string().nullish().catch(null);
const count = z.number().nonnegative().nullish().catch(null);
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((items) => items?.flatMap((one) => item.safeParse(one).data ?? []) as z.infer<T>[] | undefined);

/** The items of a tool call that can't be read, or that have unread fields: what they refer to is unknown. */
const unreadIn = (said: unknown, fieldsOf: (item: Record<string, unknown>) => readonly string[] | null): unknown[] => {
  if (said === undefined || said === null) return [];
  if (!Array.isArray(said)) return [said];
  return said.filter((item: Record<string, unknown> | null) => {
    const fields = typeof item === "object" && item !== null ? fieldsOf(item) : null;
    return fields === null || Object.keys(item ?? {}).some((name) => name !== "_meta" && !fields.includes(name));
  });
};

const contentBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image") }),
  z.object({ type: z.literal("audio") }),
  z.object({ type: z.literal("resource_link"), uri: z.string() }),
  z.object({ type: z.literal("resource"), resource: z.object({ uri: z.string(), text: text }) }),
]);
export type ContentBlock = z.infer<typeof contentBlock>;

export const toolContent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("content"), content: contentBlock }),
  z.object({ type: z.literal("diff"), path: z.string(), oldText: text, newText: z.string() }),
  z.object({ type: z.literal("terminal") }),
]);
export type ToolContent = z.infer<typeof toolContent>;

/** Not in the protocol: how some agents stream a command's output. */
const terminalOutput = z.object({ data: z.string() }).nullish().catch(null);

const blockFields = [
  ...["type", "text", "uri", "resource", "data", "mimeType", "annotations", "_meta"],
  ...["name", "title", "description", "size"],
];

const contentFields: Readonly<Record<ToolContent["type"], readonly string[]>> = {
  content: ["type", "content"],
  diff: ["type", "path", "oldText", "newText"],
  terminal: ["type", "terminalId"],
};

const isReadResource = (resource: object): boolean =>
  Object.keys(resource).every((name) => ["uri", "text", "mimeType", "_meta"].includes(name));

/** Null if it can't be read, because a text that is not a string would be omitted. */
function contentFieldsOf(item: Record<string, unknown>): readonly string[] | null {
  const known = toolContent.safeParse(item).data;
  if (!known || (known.type === "diff" && typeof (item.oldText ?? "") !== "string")) return null;
  const block = known.type === "content" ? Object.keys(item.content as object) : [];
  const { resource = {} } = (item.content ?? {}) as { resource?: object };
  const isRead = block.every((name) => blockFields.includes(name)) && isReadResource(resource);
  return isRead ? contentFields[known.type] : null;
}

const location = z.object({ path: z.string() });
const locationFieldsOf = (item: Record<string, unknown>): readonly string[] | null =>
  location.safeParse(item).success ? ["path", "line"] : null;

/** The parts of a call's locations and content that were not read. */
export const unreadOf = ({ content, locations }: { content?: unknown; locations?: unknown }): unknown[] => [
  ...unreadIn(content, contentFieldsOf),
  ...unreadIn(locations, locationFieldsOf),
];

const callFields = [
  ...["toolCallId", "title", "name", "kind", "status", "content", "locations", "rawInput", "rawOutput", "_meta"],
];

/** The fields of a question's call that are not in the protocol. */
export const strangeFieldsOf = (call: object): unknown[] =>
  otherFields(call as Record<string, unknown>, callFields).map(([name, value]) => ({ [name]: value }));

const toolCall = z.object({
  toolCallId: z.string(),
  title: text,
  kind: text,
  status: z.enum(["pending", "in_progress", "completed", "failed"]).nullish().catch(null),
  content: list(toolContent),
  locations: list(location),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  _meta: z.object({ terminal_output: terminalOutput, terminal_output_delta: terminalOutput }).nullish().catch(null),
});
export type ToolCall = z.infer<typeof toolCall>;

const configOption = z.object({
  id: z.string(),
  category: text,
  currentValue: z.union([z.string(), z.boolean()]).transform(String),
});
const configOptions = list(configOption);
export type ConfigOption = z.infer<typeof configOption>;

/** The answer to `session/new`, `session/load` and `session/resume`. */
export const openedSession = z.object({
  sessionId: text,
  modes: z.object({ currentModeId: z.string() }).nullish().catch(null),
  /** Removed from the protocol. */
  models: z.object({ currentModelId: z.string() }).nullish().catch(null),
  configOptions,
});
export type OpenedSession = z.infer<typeof openedSession>;

const terminalLogin = z.object({ command: z.string(), args: list(z.string()) });

export const initialized = z.object({
  protocolVersion: z.number(),
  agentCapabilities: z
    .object({
      loadSession: z.boolean().nullish().catch(null),
      promptCapabilities: z
        .object({
          image: z.boolean().nullish().catch(null),
          embeddedContext: z.boolean().nullish().catch(null),
        })
        .nullish()
        .catch(null),
      sessionCapabilities: z
        .object({ resume: z.object({}).nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  authMethods: list(
    z.object({
      name: z.string(),
      _meta: z
        .object({ "terminal-auth": terminalLogin.nullish().catch(null) })
        .nullish()
        .catch(null),
    }),
  ),
});

export const permissionRequest = z.object({
  toolCall,
  options: list(
    z.object({
      optionId: z.string(),
      name: z.string(),
      kind: z.enum(["allow_once", "allow_always", "reject_once", "reject_always"]),
    }),
  ),
});

const enumOption = z.object({ const: z.string(), title: text, description: text });
const formProperty = z.object({
  type: z.string(),
  title: text,
  description: text,
  enum: list(z.string()),
  oneOf: list(enumOption),
  items: z
    .object({ enum: list(z.string()), anyOf: list(enumOption) })
    .nullish()
    .catch(null),
});

/** Only the form is supported; Skein does not offer the other kind, a page in a browser. */
export const elicitationRequest = z.object({
  mode: z.literal("form"),
  sessionId: z.string(),
  toolCallId: text,
  message: z.string(),
  requestedSchema: z.object({ properties: z.record(z.string(), formProperty), required: list(z.string()) }),
});

const usage = z.object({
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  totalTokens: count,
  cachedReadTokens: count,
  cachedWriteTokens: count,
  thoughtTokens: count,
});
export type Usage = z.infer<typeof usage>;

/** Not in the protocol: some agents use this instead of `usage`. */
const quota = z.object({
  token_count: z.object({ input_tokens: z.number().nonnegative(), output_tokens: z.number().nonnegative() }),
});

export const promptResponse = z.object({
  stopReason: z.string(),
  usage: usage.nullish().catch(null),
  _meta: z
    .object({ quota: quota.nullish().catch(null) })
    .nullish()
    .catch(null),
});
export type PromptResponse = z.infer<typeof promptResponse>;

const chunk = { content: contentBlock, messageId: text };

/** The kinds of `session/update` that Skein uses. */
export const sessionUpdate = z.discriminatedUnion("sessionUpdate", [
  z.object({ sessionUpdate: z.literal("user_message_chunk") }),
  z.object({ sessionUpdate: z.literal("agent_message_chunk"), ...chunk }),
  z.object({ sessionUpdate: z.literal("agent_thought_chunk"), ...chunk }),
  z.object({ sessionUpdate: z.literal("tool_call"), ...toolCall.shape }),
  z.object({ sessionUpdate: z.literal("tool_call_update"), ...toolCall.shape }),
  z.object({
    sessionUpdate: z.literal("plan"),
    entries: list(z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) })),
  }),
  z.object({
    sessionUpdate: z.literal("available_commands_update"),
    availableCommands: list(
      z.object({ name: z.string(), description: text, input: z.object({ hint: text }).nullish().catch(null) }),
    ),
  }),
  z.object({ sessionUpdate: z.literal("current_mode_update"), currentModeId: z.string() }),
  z.object({ sessionUpdate: z.literal("config_option_update"), configOptions }),
  z.object({ sessionUpdate: z.literal("session_info_update"), title: text }),
  z.object({
    sessionUpdate: z.literal("usage_update"),
    cost: z.object({ amount: z.number().nonnegative(), currency: z.string() }).nullish().catch(null),
    /** Not in the protocol: who started the turn that this ends. */
    _meta: z
      .object({ "_claude/origin": z.object({ kind: z.string() }).nullish().catch(null) })
      .nullish()
      .catch(null),
  }),
  z.object({ sessionUpdate: z.literal("notice"), title: z.string(), description: text }),
  z.object({ sessionUpdate: z.literal("compaction_update"), status: z.string(), error: text }),
  z.object({ sessionUpdate: z.literal("compaction_summary_chunk") }),
]);
export type SessionUpdate = z.infer<typeof sessionUpdate>;
export type UpdateOf<K extends SessionUpdate["sessionUpdate"]> = Extract<SessionUpdate, { sessionUpdate: K }>;

/** The envelope, which unknown kinds have too. */
export const sessionNotification = z.object({ sessionId: z.string(), update: z.unknown() });
