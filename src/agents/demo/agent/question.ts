// Asking the person, and waiting for the answer.
import type { AgentLine } from "../protocol.ts";
import type { Answer, Turn } from "./turn.ts";
import { until } from "./until.ts";

export type Question = Omit<Extract<AgentLine, { type: "ask" }>, "type" | "question">;

export function ask(turn: Turn, asked: Question): Promise<Answer> {
  const question = turn.newId("q");
  turn.output.line({ type: "ask", question, ...asked });
  return until(turn.signal, (report) => turn.onAnswer(question, report));
}
