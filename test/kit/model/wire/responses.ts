// OpenAI Responses: POST /v1/responses. Reading; what is said is in responses-voice.ts.
import * as z from "zod";
import type { Entry, ModelRequest, Tool } from "../request.ts";
import { argumentsOf, content, resultText, textsOf } from "./content.ts";
import { openaiRefusal } from "./openai-fault.ts";
import { ResponsesVoice, wholeResponse } from "./responses-voice.ts";
import { type Fault, type Refusal, retryAfter, type Wire } from "./wire.ts";

const schema = z.record(z.string(), z.unknown());
const item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content,
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  input: z.string().optional(),
  output: z.unknown().optional(),
});
const tool = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  parameters: schema.nullish(),
});

const body = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(item)]),
  tools: z.array(tool.extend({ tools: z.array(tool).optional() })).optional(),
  text: z.looseObject({ format: z.looseObject({ schema: schema.optional() }).optional() }).optional(),
  prompt_cache_key: z.string().nullish(),
});

const isSystem = ({ role }: { role?: string | undefined }): boolean => role === "system" || role === "developer";

function read(value: unknown): ModelRequest {
  const { model, stream, instructions, input, tools, text, prompt_cache_key: key } = body.parse(value);
  const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
  return {
    model,
    isStream: stream ?? false,
    system: [instructions ?? "", ...items.filter(isSystem).flatMap((one) => textsOf(one.content))].join("\n").trim(),
    entries: items.flatMap(entriesOf),
    tools: (tools ?? []).flatMap(({ tools: members, ...one }) =>
      members ? members.flatMap((member) => toolOf(member, one.name ?? null)) : toolOf(one, null),
    ),
    answerSchema: text?.format?.schema ?? null,
    conversation: key ?? null,
  };
}

function entriesOf(one: z.infer<typeof item>): Entry[] {
  const id = one.call_id ?? "";
  if (one.type?.endsWith("_output")) return [{ kind: "result", id, text: resultText(one.output) }];
  if (one.type?.endsWith("_call")) {
    return [{ kind: "call", id, tool: one.name ?? one.type, input: one.input ?? argumentsOf(one.arguments ?? "") }];
  }
  if (one.role === "user") return textsOf(one.content).map((text) => ({ kind: "user", text }));
  if (one.role === "assistant") return textsOf(one.content).map((text) => ({ kind: "assistant", text }));
  return [];
}

function toolOf({ type, name, parameters }: z.infer<typeof tool>, namespace: string | null): Tool[] {
  if (name === undefined) return [];
  if (type === "function") return [{ name, schema: parameters ?? {}, namespace }];
  return type === "custom" ? [{ name, schema: null, namespace }] : [];
}

/** What accounts with a plan are told. */
function quotaRefusal(fault: Fault, quotaS: number): Refusal {
  const resetsAt = Math.ceil(Date.now() / 1000) + quotaS;
  const name = "x-codex-primary";
  return {
    status: 429,
    headers: {
      ...retryAfter(fault),
      [`${name}-used-percent`]: "100",
      [`${name}-window-minutes`]: "300",
      [`${name}-reset-at`]: String(resetsAt),
    },
    body: {
      error: { type: "usage_limit_reached", message: fault.message, plan_type: "plus", resets_at: resetsAt },
    },
  };
}

export const responses: Wire = {
  name: "responses",
  read,
  voice: ({ model }, send) => new ResponsesVoice(model, send),
  whole: wholeResponse,
  refusal: (fault) => (typeof fault.quotaS === "number" ? quotaRefusal(fault, fault.quotaS) : openaiRefusal(fault)),
};
