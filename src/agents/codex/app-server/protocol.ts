// The parts of Codex's app-server protocol that Skein uses, as of 0.166.0 (`codex app-server generate-ts --experimental`); other fields are
// ignored.
import * as z from "zod";

export const account = z.object({ account: z.unknown().optional(), requiresOpenaiAuth: z.boolean() });

export const config = z.object({
  config: z.object({
    sandbox_workspace_write: z
      .object({
        writable_roots: z.array(z.string()).default([]),
        network_access: z.boolean().default(false),
        exclude_tmpdir_env_var: z.boolean().default(false),
        exclude_slash_tmp: z.boolean().default(false),
      })
      .nullish(),
  }),
});

export const opened = z.object({
  thread: z.object({ id: z.string().min(1) }),
  model: z.string(),
  reasoningEffort: z.string().nullish(),
  approvalPolicy: z.unknown().optional(),
  sandbox: z.looseObject({ type: z.string() }).nullish().catch(null),
});

export const begun = z.object({ turn: z.object({ id: z.string().min(1) }) });

const threadId = z.string();
const inTurn = z.object({ threadId, turnId: z.string() });

const fileChange = z.object({
  path: z.string(),
  kind: z.looseObject({ type: z.enum(["add", "delete", "update"]), move_path: z.string().nullish() }),
  diff: z.string(),
});

const mcpResult = z.object({ content: z.array(z.unknown()) });

const items = z.discriminatedUnion("type", [
  z.object({ type: z.literal("agentMessage"), id: z.string(), text: z.string() }),
  z.object({ type: z.literal("plan"), id: z.string(), text: z.string() }),
  z.object({
    type: z.literal("reasoning"),
    id: z.string(),
    summary: z.array(z.string()).default([]),
    content: z.array(z.string()).default([]),
  }),
  z.object({
    type: z.literal("commandExecution"),
    id: z.string(),
    command: z.string(),
    cwd: z.string(),
    status: z.string(),
    commandActions: z.array(z.looseObject({ type: z.string(), path: z.string().nullish() })).default([]),
    aggregatedOutput: z.string().nullish(),
    exitCode: z.number().nullish(),
    durationMs: z.number().nullish(),
  }),
  z.object({ type: z.literal("fileChange"), id: z.string(), changes: z.array(fileChange), status: z.string() }),
  z.object({
    type: z.literal("mcpToolCall"),
    id: z.string(),
    server: z.string(),
    tool: z.string(),
    status: z.string(),
    arguments: z.unknown(),
    result: mcpResult.nullish(),
    error: z.object({ message: z.string() }).nullish(),
    durationMs: z.number().nullish(),
  }),
  z.object({
    type: z.literal("collabAgentToolCall"),
    id: z.string(),
    tool: z.string(),
    status: z.string(),
    prompt: z.string().nullish(),
  }),
  z.object({ type: z.literal("webSearch"), id: z.string(), query: z.string() }),
  z.object({ type: z.literal("imageView"), id: z.string(), path: z.string() }),
  z.object({ type: z.literal("contextCompaction"), id: z.string() }),
]);
export type Item = z.infer<typeof items>;
export type ItemOf<T extends Item["type"]> = Extract<Item, { type: T }>;

/** An echo of our text, which is part of the conversation now. */
export const userMessage = z.object({
  type: z.literal("userMessage"),
  content: z.array(z.object({ text: z.string().optional().catch(undefined) })),
});

/** Echoes of our prompts, and notifications whose content is reported elsewhere. */
const silentItems = new Set([
  "userMessage",
  "hookPrompt",
  "functionCallOutput",
  "dynamicToolCall",
  "subAgentActivity",
  "sleep",
  "imageGeneration",
  "enteredReviewMode",
  "exitedReviewMode",
]);

const anyItem = z.looseObject({ type: z.string() });
/** Commands that still run. */
export const terminals = z.object({ data: z.array(z.object({ itemId: z.string(), processId: z.string() })) });

export const itemNews = z.object({ threadId, turnId: z.string(), item: anyItem });

/** "silent" if it is known to be meaningless, "unknown" if Skein does not know it. */
export function itemIn(item: z.infer<typeof anyItem>): Item | "silent" | "unknown" {
  const known = items.safeParse(item);
  if (known.success) return known.data;
  return silentItems.has(item.type) ? "silent" : "unknown";
}

export const delta = inTurn.extend({ itemId: z.string(), delta: z.string() });
export const thoughtDelta = delta.extend({
  summaryIndex: z.number().default(0),
  contentIndex: z.number().default(0),
});

const turnError = z.object({
  message: z.string(),
  codexErrorInfo: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  additionalDetails: z.string().nullish(),
});
export type TurnError = z.infer<typeof turnError>;

export const turnNews = z.object({
  threadId,
  turn: z.object({ id: z.string(), status: z.string(), error: turnError.nullish() }),
});

export const errorNews = inTurn.extend({ error: turnError, willRetry: z.boolean() });

export const planNews = inTurn.extend({
  plan: z.array(z.object({ step: z.string(), status: z.enum(["pending", "inProgress", "completed"]) })),
});

const count = z.number().nonnegative();
const breakdown = z.object({ inputTokens: count, outputTokens: count });
export const usageNews = inTurn.extend({ tokenUsage: z.object({ total: breakdown, last: breakdown }) });

const window = z
  .object({
    usedPercent: z.number().nonnegative(),
    windowDurationMins: z.number().positive().nullish().catch(null),
    resetsAt: z.number().nullish(),
  })
  .nullish();
export const limitsNews = z.object({ rateLimits: z.object({ primary: window, secondary: window }) });

export const settingsNews = z.object({
  threadId,
  threadSettings: z.object({ model: z.string(), effort: z.string().nullish() }),
});

export const nameNews = z.object({ threadId, threadName: z.string().nullish() });
export const resolvedNews = z.object({ requestId: z.union([z.string(), z.number()]) });
export const words = z.object({ message: z.string(), summary: z.string(), details: z.string().nullish() }).partial();

/** It may ask for more than is known here, and a yes would grant it: unknown fields are kept. */
export const commandApproval = z.looseObject({
  itemId: z.string(),
  kind: z.string().default("command"),
  reason: z.string().nullish(),
  command: z.string().nullish(),
  cwd: z.string().nullish(),
  networkApprovalContext: z.looseObject({ host: z.string(), protocol: z.string() }).nullish(),
  availableDecisions: z.array(z.unknown()).nullish(),
});

export const changeApproval = z.looseObject({
  threadId: z.string(),
  turnId: z.string(),
  itemId: z.string(),
  reason: z.string().nullish(),
  grantRoot: z.string().nullish(),
});

export const permissionsApproval = z.looseObject({
  itemId: z.string(),
  reason: z.string().nullish(),
  permissions: z.record(z.string(), z.unknown()),
});

export const inputRequest = z.object({
  itemId: z.string(),
  questions: z
    .array(
      z.object({
        id: z.string(),
        question: z.string(),
        isOther: z.boolean().default(false),
        options: z.array(z.object({ label: z.string(), description: z.string().default("") })).nullish(),
      }),
    )
    .min(1),
});

const choice = z.object({ const: z.string(), title: z.string().optional() });
const property = z.object({
  type: z.string().optional(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  enum: z.array(z.string()).nullish(),
  oneOf: z.array(choice).nullish(),
  items: z.object({ enum: z.array(z.string()).nullish(), anyOf: z.array(choice).nullish() }).nullish(),
});

export const elicitation = z.object({
  serverName: z.string(),
  mode: z.literal("form"),
  message: z.string(),
  /** Whether it is about a tool, and the tool's input. */
  _meta: z.record(z.string(), z.unknown()).nullish().catch(null),
  requestedSchema: z.object({
    properties: z.record(z.string(), property).default({}),
    required: z.array(z.string()).nullish(),
  }),
});
