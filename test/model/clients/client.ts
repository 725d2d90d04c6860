// A minimal agent per wire format: says a conversation, and reads the answer back, from a stream or a document.
import type { Entry } from "../../kit/model/request.ts";

export interface Question {
  readonly entries: readonly Entry[];
  readonly tools?: readonly { readonly name: string; readonly schema: object }[];
  readonly isStream?: boolean;
  readonly answerSchema?: object;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Answer {
  status: number;
  retryAfter: string | null;
  /** Of an error. */
  message: string | null;
  /** Names of the events, or of what they carry; neighbours that are the same are one. */
  events: string[];
  thinking: string;
  text: string;
  chunks: string[];
  calls: { tool: string; input: object | string }[];
  stop: string | null;
  usage: { input: number; output: number; cached: number } | null;
  /** Whether the connection broke before the end. */
  isBroken: boolean;
}

const emptyAnswer = (status: number, retryAfter: string | null): Answer => ({
  status,
  retryAfter,
  message: null,
  events: [],
  thinking: "",
  text: "",
  chunks: [],
  calls: [],
  stop: null,
  usage: null,
  isBroken: false,
});

export interface Format {
  readonly name: string;
  path(isStream: boolean): string;
  body(question: Question): object;
  authorize(key: string): Record<string, string>;
  /** Adds an event of a stream to the answer, and says what it was. A call's arguments may stay JSON. */
  take(answer: Answer, data: unknown): string;
  /** The answer as one document. */
  whole(answer: Answer, body: unknown): void;
}

export async function ask(model: { url: string; key: string }, format: Format, question: Question): Promise<Answer> {
  const { isStream = true, key = model.key, signal } = question;
  const response = await fetch(`${model.url}${format.path(isStream)}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...format.authorize(key), ...question.headers },
    body: JSON.stringify(format.body({ ...question, isStream })),
    ...(signal ? { signal } : {}),
  });
  const answer = emptyAnswer(response.status, response.headers.get("retry-after"));
  if (response.status !== 200) {
    // All four say it at the same place.
    answer.message = ((await response.json()) as { error: { message: string } }).error.message;
  } else if (isStream) await readStream(response, format, answer);
  else format.whole(answer, await response.json());
  for (const call of answer.calls) if (typeof call.input === "string") call.input = JSON.parse(call.input);
  return answer;
}

async function readStream(response: Response, format: Format, answer: Answer): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const bytes of response.body ?? []) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) takePart(part, format, answer);
    }
  } catch {
    answer.isBroken = true;
  }
}

function takePart(part: string, format: Format, answer: Answer): void {
  const data = /^data: (.*)$/m.exec(part)?.[1] ?? "";
  const named = /^event: (.*)$/m.exec(part)?.[1];
  const kind = data === "[DONE]" ? data : format.take(answer, JSON.parse(data));
  const event = named ?? kind;
  if (answer.events.at(-1) !== event) answer.events.push(event);
}
