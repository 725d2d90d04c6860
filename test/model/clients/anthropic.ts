// Anthropic Messages, as a client sees it.
import type { Entry } from "../../kit/model/request.ts";
import type { Answer, Format } from "./client.ts";

interface Block {
  type: "text" | "thinking" | "tool_use";
  text: string;
  thinking: string;
  name: string;
  input: object;
}

interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number;
}

type Event =
  | { type: "message_start" | "ping" | "content_block_stop" | "message_stop" }
  | { type: "content_block_start"; content_block: Block }
  | { type: "content_block_delta"; delta: { text?: string; thinking?: string; partial_json?: string } }
  | { type: "message_delta"; delta: { stop_reason: string }; usage: Usage }
  | { type: "error"; error: { message: string } };

const block = (entry: Entry): object => {
  switch (entry.kind) {
    case "call":
      return { type: "tool_use", id: entry.id, name: entry.tool, input: entry.input };
    case "result":
      return { type: "tool_result", tool_use_id: entry.id, content: [{ type: "text", text: entry.text }] };
    default:
      return { type: "text", text: entry.text };
  }
};

const usageOf = (usage: Usage): Answer["usage"] => ({
  input: usage.input_tokens,
  output: usage.output_tokens,
  cached: usage.cache_read_input_tokens,
});

export const anthropic: Format = {
  name: "anthropic",
  path: () => "/v1/messages?beta=true",
  authorize: (key) => ({ "x-api-key": key }),
  body: ({ entries, tools = [], isStream, answerSchema }) => ({
    model: "m",
    stream: isStream,
    max_tokens: 100,
    messages: entries.map((entry) => ({
      role: entry.kind === "assistant" || entry.kind === "call" ? "assistant" : "user",
      content: [block(entry)],
    })),
    tools: tools.map(({ name, schema }) => ({ name, input_schema: schema })),
    ...(answerSchema ? { output_config: { format: { type: "json_schema", schema: answerSchema } } } : {}),
  }),
  take(answer, data) {
    const event = data as Event;
    switch (event.type) {
      case "content_block_start":
        if (event.content_block.type === "tool_use") answer.calls.push({ tool: event.content_block.name, input: "" });
        break;
      case "content_block_delta": {
        const { text, thinking, partial_json: json } = event.delta;
        if (text !== undefined) answer.chunks.push(text);
        answer.text += text ?? "";
        answer.thinking += thinking ?? "";
        if (json !== undefined) answer.calls.at(-1)!.input += json;
        break;
      }
      case "message_delta":
        answer.stop = event.delta.stop_reason;
        answer.usage = usageOf(event.usage);
        break;
      case "error":
        answer.message = event.error.message;
        break;
    }
    return event.type;
  },
  whole(answer, data) {
    const body = data as { content: Block[]; stop_reason: string; usage: Usage };
    for (const one of body.content) {
      if (one.type === "text") answer.text += one.text;
      if (one.type === "thinking") answer.thinking += one.thinking;
      if (one.type === "tool_use") answer.calls.push({ tool: one.name, input: one.input });
    }
    answer.stop = body.stop_reason;
    answer.usage = usageOf(body.usage);
  },
};
