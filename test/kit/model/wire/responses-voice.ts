// Answers as OpenAI Responses says them: a list of items, each added, filled and done; the end repeats them all.
import type { ModelRequest } from "../request.ts";
import { newId } from "./ids.ts";
import { openaiError } from "./openai-fault.ts";
import { type Call, type End, type Fault, halves, type Said, type Send, type Voice } from "./wire.ts";

const response = (model: string) => ({
  id: newId("resp"),
  object: "response",
  created_at: Math.floor(Date.now() / 1000),
  model,
});

const reasoningItem = (text: string, id = newId("rs")) => ({
  id,
  type: "reasoning",
  summary: text ? [{ type: "summary_text", text }] : [],
  encrypted_content: "c2lnbmF0dXJl",
});

const outputText = (text: string) => ({ type: "output_text", text, annotations: [] });

const messageItem = (text: string, id = newId("msg")) => ({
  id,
  type: "message",
  role: "assistant",
  status: "completed",
  content: [outputText(text)],
});

function callItem({ id, tool, namespace, input }: Call) {
  const base = { call_id: id, name: tool, status: "completed" };
  if (typeof input === "string") return { id: newId("ctc"), type: "custom_tool_call", ...base, input };
  const group = namespace === null ? {} : { namespace };
  return { id: newId("fc"), type: "function_call", ...base, ...group, arguments: JSON.stringify(input) };
}

const usageOf = ({ usage }: End) => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.thinking },
  total_tokens: usage.input + usage.output,
});

function finished(output: readonly object[], end: End): object {
  const isCut = end.reason === "length";
  return {
    status: isCut ? "incomplete" : "completed",
    incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
    output,
    usage: usageOf(end),
  };
}

export function wholeResponse({ model }: ModelRequest, { thinking, text, calls, end }: Said): object {
  const output = [
    ...(thinking ? [reasoningItem(thinking)] : []),
    ...(text ? [messageItem(text)] : []),
    ...calls.map(callItem),
  ];
  return { ...response(model), ...finished(output, end) };
}

export class ResponsesVoice implements Voice {
  readonly #base: object;
  readonly #send: (event: { type: string; [key: string]: unknown }) => void;
  readonly #output: object[] = [];
  #open: { kind: "reasoning" | "message"; id: string; text: string } | null = null;

  constructor(model: string, send: Send) {
    this.#base = response(model);
    let sequence = 0;
    this.#send = (event) => send({ ...event, sequence_number: sequence++ }, event.type);
  }

  open(): void {
    const begun = { ...this.#base, status: "in_progress", output: [] };
    this.#send({ type: "response.created", response: begun });
    this.#send({ type: "response.in_progress", response: begun });
  }

  think(delta: string): void {
    if (this.#open?.kind !== "reasoning") {
      this.#leave();
      this.#open = { kind: "reasoning", id: newId("rs"), text: "" };
      this.#added(reasoningItem("", this.#open.id));
      this.#part("response.reasoning_summary_part.added", { part: { type: "summary_text", text: "" } });
    }
    this.#open.text += delta;
    this.#part("response.reasoning_summary_text.delta", { delta });
  }

  text(delta: string): void {
    if (this.#open?.kind !== "message") {
      this.#leave();
      this.#open = { kind: "message", id: newId("msg"), text: "" };
      this.#added({ ...messageItem("", this.#open.id), status: "in_progress", content: [] });
      this.#part("response.content_part.added", { part: outputText("") });
    }
    this.#open.text += delta;
    this.#part("response.output_text.delta", { delta });
  }

  call(call: Call): void {
    this.#leave();
    const item = callItem(call);
    const isCustom = "input" in item;
    const text = isCustom ? item.input : item.arguments;
    this.#added({ ...item, status: "in_progress", ...(isCustom ? { input: "" } : { arguments: "" }) });
    const place = { item_id: item.id, output_index: this.#output.length };
    const event = isCustom ? "response.custom_tool_call_input" : "response.function_call_arguments";
    for (const delta of halves(text)) this.#send({ type: `${event}.delta`, ...place, delta });
    this.#send({ type: `${event}.done`, ...place, ...(isCustom ? { input: text } : { arguments: text }) });
    this.#done(item);
  }

  close(end: End): void {
    this.#leave();
    const type = end.reason === "length" ? "response.incomplete" : "response.completed";
    this.#send({ type, response: { ...this.#base, ...finished(this.#output, end) } });
  }

  fail(fault: Fault): void {
    const { code, message } = openaiError(fault);
    this.#send({ type: "response.failed", response: { ...this.#base, status: "failed", error: { code, message } } });
  }

  #leave(): void {
    if (this.#open === null) return;
    const { kind, id, text } = this.#open;
    if (kind === "reasoning") {
      this.#part("response.reasoning_summary_text.done", { text });
      this.#part("response.reasoning_summary_part.done", { part: { type: "summary_text", text } });
      this.#done(reasoningItem(text, id));
    } else {
      this.#part("response.output_text.done", { text });
      this.#part("response.content_part.done", { part: outputText(text) });
      this.#done(messageItem(text, id));
    }
    this.#open = null;
  }

  #part(type: string, rest: object): void {
    const index = this.#open?.kind === "reasoning" ? { summary_index: 0 } : { content_index: 0 };
    this.#send({ type, item_id: this.#open?.id, output_index: this.#output.length, ...index, ...rest });
  }

  #added(item: object): void {
    this.#send({ type: "response.output_item.added", output_index: this.#output.length, item });
  }

  #done(item: object): void {
    this.#send({ type: "response.output_item.done", output_index: this.#output.length, item });
    this.#output.push(item);
  }
}
