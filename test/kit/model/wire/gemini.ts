// Gemini: POST /v1beta/models/<model>:generateContent and :streamGenerateContent.
import * as z from "zod";
import type { Entry, ModelRequest } from "../request.ts";
import { newId } from "./ids.ts";
import {
  type Call,
  type End,
  type Fault,
  type Refusal,
  retryAfter,
  type Said,
  type Send,
  type Voice,
  type Wire,
} from "./wire.ts";

const schema = z.record(z.string(), z.unknown());
const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z.looseObject({ id: z.string().optional(), name: z.string(), args: z.unknown().optional() }).optional(),
  functionResponse: z
    .looseObject({ id: z.string().optional(), name: z.string(), response: z.unknown().optional() })
    .optional(),
});
const message = z.looseObject({ role: z.string().optional(), parts: z.array(part).optional() });
const declaration = z.looseObject({
  name: z.string(),
  parametersJsonSchema: schema.optional(),
  parameters: schema.optional(),
});

const body = z.looseObject({
  contents: z.array(message),
  systemInstruction: message.optional(),
  tools: z.array(z.looseObject({ functionDeclarations: z.array(declaration).optional() })).optional(),
  generationConfig: z
    .looseObject({
      responseJsonSchema: schema.optional(),
      responseSchema: schema.optional(),
      responseMimeType: z.string().optional(),
    })
    .optional(),
});

function read(value: unknown, path: string): ModelRequest {
  const { contents, systemInstruction, tools, generationConfig: config } = body.parse(value);
  const isJson = config?.responseMimeType === "application/json";
  return {
    model: /models\/([^/:]+):/.exec(path)?.[1] ?? "",
    isStream: path.includes(":streamGenerateContent"),
    system: (systemInstruction?.parts ?? []).map(({ text }) => text ?? "").join("\n"),
    entries: contents.flatMap(({ role, parts }) => (parts ?? []).flatMap((one) => entryOf(role ?? "user", one))),
    tools: (tools ?? [])
      .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
      .map(({ name, parametersJsonSchema, parameters }) => ({
        name,
        schema: parametersJsonSchema ?? parameters ?? {},
        namespace: null,
      })),
    answerSchema: config?.responseJsonSchema ?? config?.responseSchema ?? (isJson ? {} : null),
    conversation: null,
  };
}

function entryOf(role: string, one: z.infer<typeof part>): Entry[] {
  const { functionCall: call, functionResponse: result } = one;
  if (call) return [{ kind: "call", id: call.id ?? call.name, tool: call.name, input: call.args }];
  if (result) return [{ kind: "result", id: result.id ?? result.name, text: outputOf(result.response) }];
  if (one.text === undefined || one.thought) return [];
  return [{ kind: role === "model" ? "assistant" : "user", text: one.text }];
}

function outputOf(response: unknown): string {
  const named = z.looseObject({ output: z.string() }).safeParse(response);
  return named.success ? named.data.output : JSON.stringify(response ?? "");
}

const signature = { thoughtSignature: "c2lnbmF0dXJl" };
const callPart = ({ id, tool, input }: Call) => ({ functionCall: { id, name: tool, args: input }, ...signature });
const usageOf = ({ usage }: End) => ({
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output,
  cachedContentTokenCount: usage.cached,
  thoughtsTokenCount: usage.thinking,
  totalTokenCount: usage.input + usage.output + usage.thinking,
});

const finishReason = { done: "STOP", calls: "STOP", length: "MAX_TOKENS" } as const;

class GeminiVoice implements Voice {
  readonly #base: object;
  readonly #send: Send;

  constructor(model: string, send: Send) {
    this.#base = { modelVersion: model, responseId: newId("resp") };
    this.#send = send;
  }

  open(): void {
    // This format has no opening event: the headers say enough.
  }

  think(delta: string): void {
    this.#parts([{ text: delta, thought: true }]);
  }

  text(delta: string): void {
    this.#parts([{ text: delta }]);
  }

  call(call: Call): void {
    this.#parts([callPart(call)]);
  }

  close(end: End): void {
    this.#send(candidate([{ text: "" }], { ...this.#base, usageMetadata: usageOf(end) }, finishReason[end.reason]));
  }

  fail(fault: Fault): void {
    this.#send(refusal(fault).body);
  }

  #parts(parts: object[]): void {
    this.#send(candidate(parts, this.#base));
  }
}

function candidate(parts: object[], base: object, finish?: string): object {
  const one = { content: { role: "model", parts }, index: 0, ...(finish ? { finishReason: finish } : {}) };
  return { candidates: [one], ...base };
}

function whole({ model }: ModelRequest, { thinking, text, calls, end }: Said): object {
  const parts = [
    ...(thinking ? [{ text: thinking, thought: true }] : []),
    ...(text ? [{ text }] : []),
    ...calls.map(callPart),
  ];
  const base = { modelVersion: model, responseId: newId("resp"), usageMetadata: usageOf(end) };
  return candidate(parts, base, finishReason[end.reason]);
}

const statuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

function refusal(fault: Fault): Refusal {
  const code = fault.status === "overloaded" ? 503 : fault.status;
  const rpc = "type.googleapis.com/google.rpc";
  const violation = { quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" };
  const known = [
    ...(typeof fault.quotaS === "number" ? [{ "@type": `${rpc}.QuotaFailure`, violations: [violation] }] : []),
    ...(fault.retryAfterS === null ? [] : [{ "@type": `${rpc}.RetryInfo`, retryDelay: `${fault.retryAfterS}s` }]),
  ];
  const details = known.length === 0 ? {} : { details: known };
  const error = { code, message: fault.message, status: statuses[code] ?? "INTERNAL", ...details };
  return { status: code, headers: retryAfter(fault), body: { error } };
}

export const gemini: Wire = {
  name: "gemini",
  read,
  voice: ({ model }, send) => new GeminiVoice(model, send),
  whole,
  refusal,
};
