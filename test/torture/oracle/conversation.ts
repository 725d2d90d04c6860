// What happened once in the world happened once in the log: prompts, turns, questions, tools, words.
import type { AnyEvent } from "../../kit/daemon-process.ts";

export interface Conversation {
  session: string;
  events: readonly AnyEvent[];
  /** Prompts that were acknowledged, with the traces their tools leave and the words they make the agent say. */
  prompts: readonly { id: string; marks: readonly string[]; words: string }[];
  /** Every line that tools wrote. */
  trace: readonly string[];
}

/** To be asked when everything rests: each prompt was delivered, and its turn has ended. */
export function conversationFaults({ session, events, prompts, trace }: Conversation): string[] {
  const faults = [
    ...turnFaults(events),
    ...questionFaults(events),
    ...prompts.flatMap((prompt) => promptFaults(events, prompt, trace)),
  ];
  return faults.map((fault) => `session ${session}: ${fault}`);
}

function promptFaults(
  events: readonly AnyEvent[],
  { id, marks, words }: Conversation["prompts"][number],
  trace: readonly string[],
): string[] {
  const of = (type: string): AnyEvent[] => events.filter((event) => event.type === type && event.data.promptId === id);
  const faults = ["prompt_queued", "user_prompt", "turn_start", "turn_end"]
    .map((type) => ({ type, count: of(type).length }))
    .filter(({ count }) => count !== 1)
    .map(({ type, count }) => `prompt ${id} has ${count} events of type ${type}`);

  const end = of("turn_end")[0];
  const isCompleted = end?.data.reason === "completed";
  for (const mark of marks) {
    const runs = trace.filter((line) => line === mark).length;
    if (runs > 1 || (isCompleted && runs === 0)) faults.push(`the tool ${mark} ran ${runs} times`);
  }
  const said = wordsOf(events, of("turn_start")[0]?.seq ?? 0, end?.seq ?? 0);
  if (isCompleted && said !== words) faults.push(`prompt ${id} was answered with "${said}" instead of "${words}"`);
  // A turn that was cut short keeps what was said, from the first word on.
  if (!isCompleted && !words.startsWith(said)) faults.push(`prompt ${id} was answered with "${said}"`);
  return faults;
}

/** What was said between two events: pieces of one message belong together, messages are apart. */
function wordsOf(events: readonly AnyEvent[], from: number, to: number): string {
  const messages = new Map<unknown, string>();
  for (const { seq, type, data } of events) {
    if (type !== "agent_message" || seq < from || seq > to) continue;
    messages.set(data.messageId, (messages.get(data.messageId) ?? "") + String(data.text));
  }
  return [...messages.values()].map((text) => text.trim()).join(" ");
}

function turnFaults(events: readonly AnyEvent[]): string[] {
  const faults: string[] = [];
  const started = new Set<unknown>();
  let open: unknown = null;
  for (const { type, seq, data } of events) {
    if (type === "turn_start") {
      if (open !== null) faults.push(`event ${seq} starts turn ${data.turn} while ${open} runs`);
      if (started.has(data.turn)) faults.push(`event ${seq} starts turn ${data.turn} again`);
      started.add(data.turn);
      open = data.turn;
    }
    if (type === "turn_end") {
      if (open !== data.turn) faults.push(`event ${seq} ends turn ${data.turn}, which is not open`);
      open = null;
    }
  }
  if (open !== null) faults.push(`turn ${open} never ended`);
  return faults;
}

/** In this order, each once; the first and one of the last two always, the second before "applied". */
const wholeLives = ["asked answered applied", "asked answered stale", "asked stale"];

function questionFaults(events: readonly AnyEvent[]): string[] {
  const questions = Map.groupBy(
    events.filter(({ type }) => type === "permission"),
    ({ data }) => data.id,
  );
  return [...questions]
    .map(([id, life]) => ({ id, life: life.map(({ data }) => data.state).join(" ") }))
    .filter(({ life }) => !wholeLives.includes(life))
    .map(({ id, life }) => `question ${id} went ${life}`);
}
