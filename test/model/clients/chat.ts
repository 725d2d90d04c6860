// OpenAI Chat Completions, as a client sees it.
import type { Entry } from "../../kit/model/request.ts";
import type { Answer, Format } from "./client.ts";

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
}

interface Said {
  content?: string | null;
  reasoning_content?: string;
  tool_calls?: { index: number; id?: string; function: { name: string; arguments: string } }[];
}

interface Chunk {
  error?: { message: string };
  choices: { delta: Said; finish_reason: string | null }[];
  usage?: Usage;
}

const message = (entry: Entry): object => {
  switch (entry.kind) {
    case "call": {
      const called = { name: entry.tool, arguments: JSON.stringify(entry.input) };
      return { role: "assistant", content: null, tool_calls: [{ id: entry.id, type: "function", function: called }] };
    }
    case "result":
      return { role: "tool", tool_call_id: entry.id, content: entry.text };
    default:
      return { role: entry.kind, content: entry.text };
  }
};

const usageOf = (data: Usage): Answer["usage"] => ({
  input: data.prompt_tokens,
  output: data.completion_tokens,
  cached: data.prompt_tokens_details.cached_tokens,
});

export const chat: Format = {
  name: "chat",
  path: () => "/v1/chat/completions",
  authorize: (key) => ({ authorization: `Bearer ${key}` }),
  body: ({ entries, tools = [], isStream, answerSchema }) => ({
    model: "m",
    stream: isStream,
    messages: [{ role: "system", content: "be good" }, ...entries.map(message)],
    ...(tools.length > 0
      ? { tools: tools.map(({ name, schema }) => ({ type: "function", function: { name, parameters: schema } })) }
      : {}),
    ...(answerSchema ? { response_format: { type: "json_schema", json_schema: { schema: answerSchema } } } : {}),
  }),
  take(answer, data) {
    const { error, choices, usage } = data as Chunk;
    if (error) {
      answer.message = error.message;
      return "error";
    }
    if (usage) answer.usage = usageOf(usage);
    const [choice] = choices;
    if (choice === undefined) return "usage";
    if (choice.finish_reason) {
      answer.stop = choice.finish_reason;
      return "finish";
    }
    const { content, reasoning_content: thinking, tool_calls: calls } = choice.delta;
    for (const { index, id, function: called } of calls ?? []) {
      if (id) answer.calls[index] = { tool: called.name, input: "" };
      answer.calls[index]!.input += called.arguments;
    }
    answer.thinking += thinking ?? "";
    if (content) {
      answer.text += content;
      answer.chunks.push(content);
    }
    return calls ? "call" : thinking ? "thinking" : content ? "text" : "start";
  },
  whole(answer, data) {
    const { choices, usage } = data as { choices: { message: Said; finish_reason: string }[]; usage: Usage };
    const { message: said, finish_reason: stop } = choices[0]!;
    answer.text = said.content ?? "";
    answer.thinking = said.reasoning_content ?? "";
    answer.calls = (said.tool_calls ?? []).map((one) => ({ tool: one.function.name, input: one.function.arguments }));
    answer.stop = stop;
    answer.usage = usageOf(usage);
  },
};
