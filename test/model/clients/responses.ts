// OpenAI Responses, as a client sees it.
import type { Entry } from "../../kit/model/request.ts";
import type { Answer, Format } from "./client.ts";

type Item =
  | { type: "message"; content: { text: string }[] }
  | { type: "reasoning"; summary: { text: string }[] }
  | { type: "function_call"; name: string; arguments: string };

interface Body {
  status: string;
  output: Item[];
  usage: { input_tokens: number; output_tokens: number; input_tokens_details: { cached_tokens: number } };
}

type Event =
  | { type: "response.output_text.delta" | "response.reasoning_summary_text.delta"; delta: string }
  | { type: "response.output_item.done"; item: Item }
  | { type: "response.completed" | "response.incomplete"; response: Body }
  | { type: "response.failed"; response: { error: { message: string } } };

const item = (entry: Entry): object => {
  switch (entry.kind) {
    case "call":
      return { type: "function_call", call_id: entry.id, name: entry.tool, arguments: JSON.stringify(entry.input) };
    case "result":
      return { type: "function_call_output", call_id: entry.id, output: entry.text };
    default: {
      const type = entry.kind === "user" ? "input_text" : "output_text";
      return { type: "message", role: entry.kind, content: [{ type, text: entry.text }] };
    }
  }
};

function finish(answer: Answer, body: Body): void {
  answer.stop = body.status;
  answer.usage = {
    input: body.usage.input_tokens,
    output: body.usage.output_tokens,
    cached: body.usage.input_tokens_details.cached_tokens,
  };
}

export const responses: Format = {
  name: "responses",
  path: () => "/v1/responses",
  authorize: (key) => ({ authorization: `Bearer ${key}` }),
  body: ({ entries, tools = [], isStream, answerSchema }) => ({
    model: "m",
    stream: isStream,
    instructions: "be good",
    input: entries.map(item),
    tools: tools.map(({ name, schema }) => ({ type: "function", name, parameters: schema })),
    ...(answerSchema ? { text: { format: { type: "json_schema", schema: answerSchema } } } : {}),
  }),
  take(answer, data) {
    const event = data as Event;
    switch (event.type) {
      case "response.output_text.delta":
        answer.text += event.delta;
        answer.chunks.push(event.delta);
        break;
      case "response.reasoning_summary_text.delta":
        answer.thinking += event.delta;
        break;
      case "response.output_item.done":
        if (event.item.type === "function_call") {
          answer.calls.push({ tool: event.item.name, input: event.item.arguments });
        }
        break;
      case "response.completed":
      case "response.incomplete":
        finish(answer, event.response);
        break;
      case "response.failed":
        answer.message = event.response.error.message;
        break;
    }
    return event.type;
  },
  whole(answer, data) {
    const body = data as Body;
    for (const one of body.output) {
      if (one.type === "message") answer.text += one.content[0]!.text;
      if (one.type === "reasoning") answer.thinking += one.summary[0]!.text;
      if (one.type === "function_call") answer.calls.push({ tool: one.name, input: one.arguments });
    }
    finish(answer, body);
  },
};
