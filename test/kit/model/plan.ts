// Which reply a request gets. The history tells how far a script has come, so that a resumed conversation,
// another process and a retry find their place without the server remembering anything.
import { fillSchema } from "./fill-schema.ts";
import { isPrompt, newestPrompt } from "./prompt.ts";
import type { Entry, ModelRequest } from "./request.ts";
import { isToolStep, parseScript, repliesOf, type Step } from "./script.ts";

/** A script given in code, for prompts that contain `prompt`; without it, for prompts that have no directives. */
export interface Script {
  readonly prompt?: string;
  readonly steps: readonly Step[];
}

export interface Plan {
  readonly steps: readonly Step[];
  /** The same for every attempt at this reply. */
  readonly attemptKey: string;
  /** Titles, summaries and other questions beside the conversation: they offer no tools. */
  readonly isAside: boolean;
}

export function plan(request: ModelRequest, scripts: readonly Script[]): Plan {
  const { entries, tools, answerSchema } = request;
  if (tools.length === 0) {
    const text = answerSchema ? JSON.stringify(fillSchema(answerSchema)) : "A short answer";
    return { steps: [{ do: "text", text }], attemptKey: "aside", isAside: true };
  }
  const prompt = newestPrompt(entries);
  if (prompt === null) return { steps: [{ do: "text", text: "Nobody asked." }], attemptKey: "none", isAside: false };

  const steps = stepsFor(prompt.text, scripts) ?? [{ do: "text", text: `This was prompt ${prompt.count}.` }];
  const replies = repliesOf(steps);
  const index = repliesDone(replies, resultsIn(prompt.after));
  const same = entries.filter((entry) => isPrompt(entry) && entry.text === prompt.text).length;
  return {
    steps: replies[index] ?? [],
    attemptKey: JSON.stringify([request.conversation, prompt.text, same, index]),
    isAside: false,
  };
}

function stepsFor(prompt: string, scripts: readonly Script[]): readonly Step[] | null {
  const named = scripts.findLast((script) => script.prompt !== undefined && prompt.includes(script.prompt));
  if (named) return named.steps;
  const own = parseScript(prompt);
  return own.length > 0 ? own : (scripts.findLast((script) => script.prompt === undefined)?.steps ?? null);
}

/** By id: Gemini's resumed history has a result twice. */
const resultsIn = (entries: readonly Entry[]): number =>
  new Set(entries.flatMap((entry) => (entry.kind === "result" ? [entry.id] : []))).size;

/** How many replies have their results: several calls of one reply have one result each. */
function repliesDone(replies: readonly Step[][], results: number): number {
  let left = results;
  const next = replies.findIndex((steps) => {
    const calls = steps.filter(isToolStep).length;
    left -= calls;
    return calls === 0 || left < 0;
  });
  return next < 0 ? replies.length - 1 : next;
}
