// Anthropic Messages: POST /v1/messages.
import * as z from "zod";
import type { Entry, ModelRequest } from "../request.ts";
import { content, joined, resultText } from "./content.ts";
import { newId } from "./ids.ts";
import {
  type Call,
  type End,
  type Fault,
  halves,
  retryAfter,
  type Said,
  type Send,
  type Usage,
  type Voice,
  type Wire,
} from "./wire.ts";

const schema = z.record(z.string(), z.unknown());

const block = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown().optional() }),
  z.looseObject({ type: z.literal("tool_result"), tool_use_id: z.string(), content: z.unknown().optional() }),
]);
const otherBlock = z.looseObject({ type: z.string() });

const body = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  system: content,
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(z.union([block, otherBlock]))]) }),
  ),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: schema.optional() })).optional(),
  metadata: z.looseObject({ user_id: z.string().optional() }).optional(),
  output_config: z.looseObject({ format: z.looseObject({ schema: schema.optional() }).optional() }).optional(),
  output_format: z.looseObject({ schema: schema.optional() }).optional(),
});

function read(value: unknown): ModelRequest {
  const parsed = body.parse(value);
  return {
    model: parsed.model,
    isStream: parsed.stream ?? false,
    system: joined(parsed.system),
    entries: parsed.messages.flatMap(({ role, content: said }) =>
      (typeof said === "string" ? [{ type: "text", text: said }] : said).flatMap((one) => entryOf(role, one)),
    ),
    // Tools without a schema run at the vendor's side.
    tools: (parsed.tools ?? []).flatMap(({ name, input_schema }) =>
      input_schema ? [{ name, schema: input_schema, namespace: null }] : [],
    ),
    answerSchema: parsed.output_config?.format?.schema ?? parsed.output_format?.schema ?? null,
    conversation: sessionOf(parsed.metadata?.user_id),
  };
}

function entryOf(role: string, value: z.infer<typeof otherBlock>): Entry[] {
  const { success, data: one } = block.safeParse(value);
  if (!success || role === "system") return [];
  switch (one.type) {
    case "text":
      return [{ kind: role === "user" ? "user" : "assistant", text: one.text }];
    case "tool_use":
      return [{ kind: "call", id: one.id, tool: one.name, input: one.input }];
    case "tool_result":
      return [{ kind: "result", id: one.tool_use_id, text: resultText(one.content) }];
    default:
      one satisfies never;
      return [];
  }
}

/** Claude Code packs its session's id into the user's. */
function sessionOf(userId: string | undefined): string | null {
  return /session_(?:id":\s*")?([0-9a-f-]{36})/.exec(userId ?? "")?.[1] ?? null;
}

const usageOf = (usage: Usage) => ({
  input_tokens: usage.input,
  output_tokens: usage.output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage.cached,
});

const stopReason = { done: "end_turn", calls: "tool_use", length: "max_tokens" } as const;

class AnthropicVoice implements Voice {
  readonly #model: string;
  readonly #send: (event: { type: string; [key: string]: unknown }) => void;
  #index = -1;
  #block: "text" | "thinking" | null = null;

  constructor(model: string, send: Send) {
    this.#model = model;
    this.#send = (event) => send(event, event.type);
  }

  open(expected: Usage): void {
    const usage = { ...usageOf(expected), output_tokens: 1 };
    this.#send({ type: "message_start", message: { ...message(this.#model), content: [], stop_reason: null, usage } });
    this.#send({ type: "ping" });
  }

  think(delta: string): void {
    this.#enter("thinking", { type: "thinking", thinking: "", signature: "" });
    this.#delta({ type: "thinking_delta", thinking: delta });
  }

  text(delta: string): void {
    this.#enter("text", { type: "text", text: "" });
    this.#delta({ type: "text_delta", text: delta });
  }

  call({ id, tool, input }: Call): void {
    this.#leave();
    this.#start({ type: "tool_use", id, name: tool, input: {} });
    for (const half of halves(JSON.stringify(input))) this.#delta({ type: "input_json_delta", partial_json: half });
    this.#send({ type: "content_block_stop", index: this.#index });
  }

  close(end: End): void {
    this.#leave();
    const delta = { stop_reason: stopReason[end.reason], stop_sequence: null };
    this.#send({ type: "message_delta", delta, usage: usageOf(end.usage) });
    this.#send({ type: "message_stop" });
  }

  fail(fault: Fault): void {
    this.#send(refusal(fault).body);
  }

  #enter(kind: "text" | "thinking", block: object): void {
    if (this.#block === kind) return;
    this.#leave();
    this.#start(block);
    this.#block = kind;
  }

  #leave(): void {
    if (this.#block === null) return;
    if (this.#block === "thinking") this.#delta({ type: "signature_delta", signature: "c2lnbmF0dXJl" });
    this.#send({ type: "content_block_stop", index: this.#index });
    this.#block = null;
  }

  #start(block: object): void {
    this.#index += 1;
    this.#send({ type: "content_block_start", index: this.#index, content_block: block });
  }

  #delta(delta: object): void {
    this.#send({ type: "content_block_delta", index: this.#index, delta });
  }
}

const message = (model: string) => ({
  id: newId("msg"),
  type: "message",
  role: "assistant",
  model,
  stop_sequence: null,
});

function whole({ model }: ModelRequest, { thinking, text, calls, end }: Said): object {
  return {
    ...message(model),
    content: [
      ...(thinking ? [{ type: "thinking", thinking, signature: "c2lnbmF0dXJl" }] : []),
      ...(text ? [{ type: "text", text }] : []),
      ...calls.map(({ id, tool, input }) => ({ type: "tool_use", id, name: tool, input })),
    ],
    stop_reason: stopReason[end.reason],
    usage: usageOf(end.usage),
  };
}

const kinds: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function refusal(fault: Fault) {
  const status = fault.status === "overloaded" ? 529 : fault.status;
  const error = { type: kinds[status] ?? "api_error", message: fault.message };
  const headers = { ...retryAfter(fault), ...quotaHeaders(fault) };
  return { status, headers, body: { type: "error", error, request_id: newId("req") } };
}

/** What accounts with a plan are told. */
function quotaHeaders({ quotaS }: Fault): Record<string, string> {
  if (quotaS === undefined || quotaS === null) return {};
  const name = "anthropic-ratelimit-unified";
  return {
    [`${name}-status`]: "rejected",
    [`${name}-representative-claim`]: "five_hour",
    [`${name}-reset`]: String(Math.ceil(Date.now() / 1000) + quotaS),
    "x-should-retry": "false",
  };
}

export const anthropic: Wire = {
  name: "anthropic",
  read,
  voice: ({ model }, send) => new AnthropicVoice(model, send),
  whole,
  refusal,
};
