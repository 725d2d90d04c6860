// Gemini, as a client sees it.
import type { Entry } from "../../kit/model/request.ts";
import type { Answer, Format } from "./client.ts";

interface Chunk {
  error?: { message: string };
  candidates: {
    content: { parts: { text: string; thought?: boolean; functionCall?: { name: string; args: object } }[] };
    finishReason?: string;
  }[];
  usageMetadata: { promptTokenCount: number; candidatesTokenCount: number; cachedContentTokenCount: number };
}

const part = (entry: Entry): object => {
  switch (entry.kind) {
    case "call":
      return { functionCall: { id: entry.id, name: entry.tool, args: entry.input } };
    case "result":
      return { functionResponse: { id: entry.id, name: "tool", response: { output: entry.text } } };
    default:
      return { text: entry.text };
  }
};

function take(answer: Answer, data: unknown): string {
  const { error, candidates, usageMetadata: usage } = data as Chunk;
  if (error) {
    answer.message = error.message;
    return "error";
  }
  const { content, finishReason } = candidates[0]!;
  let kind = "";
  for (const { text, thought, functionCall: call } of content.parts) {
    kind = call ? "call" : thought ? "thinking" : "text";
    if (call) answer.calls.push({ tool: call.name, input: call.args });
    else if (thought) answer.thinking += text;
    else if (text) {
      answer.text += text;
      answer.chunks.push(text);
    }
  }
  if (!finishReason) return kind;
  answer.stop = finishReason;
  answer.usage = {
    input: usage.promptTokenCount,
    output: usage.candidatesTokenCount,
    cached: usage.cachedContentTokenCount,
  };
  return "finish";
}

export const gemini: Format = {
  name: "gemini",
  path: (isStream) => `/v1beta/models/m:${isStream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  authorize: (key) => ({ "x-goog-api-key": key }),
  body: ({ entries, tools = [], answerSchema }) => ({
    contents: entries.map((entry) => ({
      role: entry.kind === "assistant" || entry.kind === "call" ? "model" : "user",
      parts: [part(entry)],
    })),
    ...(tools.length > 0
      ? { tools: [{ functionDeclarations: tools.map(({ name, schema }) => ({ name, parametersJsonSchema: schema })) }] }
      : {}),
    ...(answerSchema
      ? { generationConfig: { responseMimeType: "application/json", responseJsonSchema: answerSchema } }
      : {}),
  }),
  take,
  whole(answer, body) {
    take(answer, body);
    answer.chunks = [];
  },
};
