// What the model is to say, as steps; and the directives that write steps into a prompt (README.md lists them).
import type { Usage } from "./wire/wire.ts";

export type ToolStep =
  | { readonly do: "run"; readonly command: string }
  | { readonly do: "write"; readonly path: string; readonly content: string }
  | { readonly do: "edit"; readonly path: string; readonly from: string; readonly to: string }
  | { readonly do: "read"; readonly path: string }
  | { readonly do: "call"; readonly tool: string; readonly input: { readonly [key: string]: unknown } };

export type Step =
  | ToolStep
  | { readonly do: "text"; readonly text: string }
  | { readonly do: "words"; readonly count: number; readonly perChunk: number }
  | { readonly do: "think"; readonly text: string }
  | { readonly do: "note" }
  | { readonly do: "recall" }
  | { readonly do: "result" }
  | { readonly do: "slow"; readonly ms: number }
  | { readonly do: "gate"; readonly name: string }
  | { readonly do: "usage"; readonly usage: Partial<Usage> }
  | { readonly do: "length" }
  | { readonly do: "and" }
  /** These happen to the first attempts at a reply only, if `times` is finite. */
  | {
      readonly do: "error";
      readonly status: number | "overloaded";
      readonly times: number;
      readonly retryAfterS: number | null;
      readonly quotaS: number | null;
    }
  | { readonly do: "cut"; readonly times: number }
  | { readonly do: "hang"; readonly times: number };

const directive = /\[\[([a-z]+)(?::([\s\S]*?))?\]\]/g;

export const hasDirective = (text: string): boolean => text.search(directive) >= 0;

/** The directives of a text, in order. A directive that can't be read becomes a text that says so: the agent will show it. */
export function parseScript(text: string): Step[] {
  return [...text.matchAll(directive)].map(([whole, name = "", argument = ""]) => {
    const step = parsers[name]?.(argument.trim());
    return step ?? { do: "text", text: `The scripted model can't read ${whole}.` };
  });
}

/** What all notes of a text name. */
export const notesOf = (text: string): string[] =>
  [...text.matchAll(directive)].filter(([, name]) => name === "note").map(([, , note = ""]) => note.trim());

const parsers: Readonly<Record<string, (argument: string) => Step | null>> = {
  text: (text) => ({ do: "text", text }),
  words(argument) {
    const [count = 0, perChunk = 1] = fields(argument).map(Number);
    return count > 0 && perChunk > 0 ? { do: "words", count, perChunk } : null;
  },
  think: (text) => ({ do: "think", text: text || "Let me think about this." }),
  note: () => ({ do: "note" }),
  recall: () => ({ do: "recall" }),
  result: () => ({ do: "result" }),
  slow: (argument) => (Number(argument) >= 0 ? { do: "slow", ms: Number(argument) } : null),
  gate: (name) => (name ? { do: "gate", name } : null),
  usage(argument) {
    const pairs = fields(argument).map((field) => field.split(/\s+/));
    const isKnown = pairs.every(([name = "", count]) => usageNames.includes(name) && Number(count) >= 0);
    return isKnown ? { do: "usage", usage: Object.fromEntries(pairs.map(([name, n]) => [name, Number(n)])) } : null;
  },
  length: () => ({ do: "length" }),
  and: () => ({ do: "and" }),
  error(argument) {
    const [kind = "", ...options] = fields(argument);
    const status = kind === "overloaded" ? kind : Number(kind);
    const numberOf = (name: string): number | null => {
      const [number] = options.flatMap((option) => new RegExp(`^${name} (\\d+)$`).exec(option)?.[1] ?? []);
      return number === undefined ? null : Number(number);
    };
    if (status !== "overloaded" && !(status >= 400 && status < 600)) return null;
    const quotaS = numberOf("quota");
    const retryAfterS = numberOf("after") ?? quotaS ?? (status === 429 ? 1 : null);
    return { do: "error", status, times: timesOf(options), retryAfterS, quotaS };
  },
  cut: (argument) => ({ do: "cut", times: timesOf(fields(argument)) }),
  hang: (argument) => ({ do: "hang", times: timesOf(fields(argument)) }),
  run: (command) => (command ? { do: "run", command } : null),
  write(argument) {
    const [path = "", content = ""] = split(argument, 2);
    return path ? { do: "write", path, content } : null;
  },
  edit(argument) {
    const [path = "", from = "", to = ""] = split(argument, 3);
    return path && from ? { do: "edit", path, from, to } : null;
  },
  read: (path) => (path ? { do: "read", path } : null),
  call(argument) {
    const [tool = "", json = "{}"] = split(argument, 2);
    try {
      return { do: "call", tool, input: JSON.parse(json) };
    } catch {
      return null;
    }
  },
};

const usageNames: readonly string[] = ["input", "output", "cached", "thinking"] satisfies (keyof Usage)[];

const fields = (argument: string): string[] =>
  argument
    .split("|")
    .map((field) => field.trim())
    .filter((field) => field !== "");

/** At most `count` fields: the last may hold bars of its own. */
function split(argument: string, count: number): string[] {
  const all = argument.split("|");
  return [...all.slice(0, count - 1), all.slice(count - 1).join("|")].map((field) => field.trim());
}

function timesOf(options: readonly string[]): number {
  const times = options.flatMap((option) => /^x(\d+)$/.exec(option)?.[1] ?? []);
  return times[0] === undefined ? Number.POSITIVE_INFINITY : Number(times[0]);
}

export const isToolStep = (step: Step): step is ToolStep => ["run", "write", "edit", "read", "call"].includes(step.do);

/** The model's replies, one per request: each ends with its tool calls, because the model must then wait for the results. */
export function repliesOf(steps: readonly Step[]): Step[][] {
  const replies: Step[][] = [];
  let current: Step[] = [];
  for (const [index, step] of steps.entries()) {
    current.push(step);
    if (!isToolStep(step) || steps[index + 1]?.do === "and") continue;
    replies.push(current);
    current = [];
  }
  if (current.length > 0 || replies.length === 0) return [...replies, current];
  return [...replies, [{ do: "result" }]];
}
