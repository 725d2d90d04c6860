// Where in a session something happened that people look for: prompts, questions, errors, tool calls. The fold of a whole log into stretches of the same
// length, which double when there are too many: so its size is bounded, and it does not depend on how the events came.
import { type Event, eventData } from "../event.ts";
import { promptTitle } from "../prompt/title.ts";

/** What happened in a stretch of events. */
export interface Mark {
  /** The first event in it that counts. */
  seq: number;
  prompts: number;
  questions: number;
  errors: number;
  tools: number;
  /** The first words of its first prompt. */
  text: string | null;
}

export interface Marks {
  readonly head: number;
  readonly capacity: number;
  /** Events per stretch. */
  readonly width: number;
  /** In order; stretches in which nothing happened are left out. */
  readonly items: readonly Mark[];
}

type MarkEvent = Pick<Event, "seq" | "type" | "data">;
type Counted = "prompts" | "questions" | "errors" | "tools";

export const emptyMarks = (capacity: number): Marks => ({ head: 0, capacity, width: 1, items: [] });

/** Adds events. Overlap is harmless. */
export function extendMarks(marks: Marks, events: readonly MarkEvent[]): Marks {
  let { head, width } = marks;
  let items = [...marks.items];
  for (const event of events) {
    if (event.seq <= head) continue;
    head = event.seq;
    const what = countedIn(event);
    if (what === null) continue;
    const text = what === "prompts" ? wordsOf(event) : null;
    const one: Mark = { seq: event.seq, prompts: 0, questions: 0, errors: 0, tools: 0, text, [what]: 1 };
    const last = items.at(-1);
    if (last && stretchOf(last.seq, width) === stretchOf(one.seq, width)) items[items.length - 1] = joined(last, one);
    else items.push(one);
    while (items.length > marks.capacity) {
      width *= 2;
      items = joinedBy(items, width);
    }
  }
  return { head, capacity: marks.capacity, width, items };
}

const stretchOf = (seq: number, width: number): number => Math.floor((seq - 1) / width);

function joinedBy(items: readonly Mark[], width: number): Mark[] {
  const result: Mark[] = [];
  for (const one of items) {
    const last = result.at(-1);
    if (last && stretchOf(last.seq, width) === stretchOf(one.seq, width)) result[result.length - 1] = joined(last, one);
    else result.push(one);
  }
  return result;
}

const joined = (first: Mark, second: Mark): Mark => ({
  seq: first.seq,
  prompts: first.prompts + second.prompts,
  questions: first.questions + second.questions,
  errors: first.errors + second.errors,
  tools: first.tools + second.tools,
  text: first.text ?? second.text,
});

const wordsOf = ({ data }: MarkEvent): string | null => {
  const prompt = eventData.user_prompt.safeParse(data).data;
  return prompt ? promptTitle(prompt.text) : null;
};

/** The same as an outline counts, from the same types of events. */
function countedIn({ type, data }: MarkEvent): Counted | null {
  switch (type) {
    case "user_prompt":
      return "prompts";
    case "tool_call":
      return "tools";
    case "permission":
      return eventData.permission.safeParse(data).data?.state === "asked" ? "questions" : null;
    case "error":
    case "resume_failed":
      return "errors";
    case "turn_end":
      return eventData.turn_end.safeParse(data).data?.reason === "failed" ? "errors" : null;
    case "agent_exit": {
      const outcome = eventData.agent_exit.safeParse(data).data?.outcome;
      return outcome === "crashed" || outcome === "lost" ? "errors" : null;
    }
    default:
      return null;
  }
}
