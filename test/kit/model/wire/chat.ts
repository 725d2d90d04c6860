// OpenAI Chat Completions: POST /v1/chat/completions.
import * as z from "zod";
import type { Entry, ModelRequest } from "../request.ts";
import { argumentsOf, content, joined, resultText, textsOf } from "./content.ts";
import { newId } from "./ids.ts";
import { openaiError, openaiRefusal } from "./openai-fault.ts";
import { type Call, type End, type Fault, halves, type Said, type Send, type Voice, type Wire } from "./wire.ts";

const schema = z.record(z.string(), z.unknown());
const called = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const message = z.looseObject({
  role: z.string(),
  content,
  tool_calls: z.array(called).nullish(),
  tool_call_id: z.string().optional(),
});

const body = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(message),
  tools: z
    .array(z.looseObject({ function: z.looseObject({ name: z.string(), parameters: schema.optional() }) }))
    .optional(),
  response_format: z.looseObject({ json_schema: z.looseObject({ schema: schema.optional() }).optional() }).optional(),
  prompt_cache_key: z.string().optional(),
});

const isSystem = ({ role }: { role: string }): boolean => role === "system" || role === "developer";

function read(value: unknown): ModelRequest {
  const parsed = body.parse(value);
  return {
    model: parsed.model,
    isStream: parsed.stream ?? false,
    system: parsed.messages
      .filter(isSystem)
      .map((one) => joined(one.content))
      .join("\n"),
    entries: parsed.messages.flatMap(entriesOf),
    tools: (parsed.tools ?? []).map((one) => ({
      name: one.function.name,
      schema: one.function.parameters ?? {},
      namespace: null,
    })),
    answerSchema: parsed.response_format?.json_schema?.schema ?? null,
    conversation: parsed.prompt_cache_key ?? null,
  };
}

function entriesOf(one: z.infer<typeof message>): Entry[] {
  if (isSystem(one)) return [];
  if (one.role === "tool") return [{ kind: "result", id: one.tool_call_id ?? "", text: resultText(one.content) }];
  const kind = one.role === "user" ? "user" : "assistant";
  return [
    ...textsOf(one.content).map((text): Entry => ({ kind, text })),
    ...(one.tool_calls ?? []).map(
      ({ id, function: { name, arguments: input } }): Entry => ({
        kind: "call",
        id,
        tool: name,
        input: argumentsOf(input),
      }),
    ),
  ];
}

const usageOf = ({ usage }: End) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached },
  completion_tokens_details: { reasoning_tokens: usage.thinking },
});

const finishReason = { done: "stop", calls: "tool_calls", length: "length" } as const;

class ChatVoice implements Voice {
  readonly #base: object;
  readonly #send: Send;
  #calls = 0;

  constructor(model: string, send: Send) {
    this.#base = { id: newId("chatcmpl"), object: "chat.completion.chunk", created: seconds(), model };
    this.#send = send;
  }

  open(): void {
    this.#delta({ role: "assistant", content: "" });
  }

  think(delta: string): void {
    this.#delta({ reasoning_content: delta });
  }

  text(delta: string): void {
    this.#delta({ content: delta });
  }

  call({ id, tool, input }: Call): void {
    const index = this.#calls++;
    const named = { id, type: "function", function: { name: tool, arguments: "" } };
    this.#delta({ tool_calls: [{ index, ...named }] });
    for (const half of halves(JSON.stringify(input))) {
      this.#delta({ tool_calls: [{ index, function: { arguments: half } }] });
    }
  }

  close(end: End): void {
    this.#delta({}, finishReason[end.reason]);
    this.#send({ ...this.#base, choices: [], usage: usageOf(end) });
    this.#send("[DONE]");
  }

  fail(fault: Fault): void {
    this.#send({ error: openaiError(fault) });
  }

  #delta(delta: object, finish: string | null = null): void {
    this.#send({ ...this.#base, choices: [{ index: 0, delta, finish_reason: finish }] });
  }
}

function whole({ model }: ModelRequest, { thinking, text, calls, end }: Said): object {
  const said = {
    role: "assistant",
    content: text || null,
    ...(thinking ? { reasoning_content: thinking } : {}),
    ...(calls.length > 0 ? { tool_calls: calls.map(toolCall) } : {}),
  };
  return {
    id: newId("chatcmpl"),
    object: "chat.completion",
    created: seconds(),
    model,
    choices: [{ index: 0, message: said, finish_reason: finishReason[end.reason] }],
    usage: usageOf(end),
  };
}

const toolCall = ({ id, tool, input }: Call) => ({
  id,
  type: "function",
  function: { name: tool, arguments: JSON.stringify(input) },
});

const seconds = (): number => Math.floor(Date.now() / 1000);

export const chat: Wire = {
  name: "chat",
  read,
  voice: ({ model }, send) => new ChatVoice(model, send),
  whole,
  refusal: openaiRefusal,
};
