// What the driver remembers of one process. Small plain JSON, committed with the facts: a new daemon goes on in mid-turn.
import * as z from "zod";
import { rpcRequest } from "../json-rpc.ts";
import { shownCall } from "../questions/changed-call.ts";
import { askedSoFar, counted, numbered } from "../questions/reused-question-id.ts";
import { idIn } from "../run-id.ts";
import { shownOutput } from "../tool-calls/repeated-output.ts";
import type { AcpAgent } from "./agent.ts";
import { toolContent } from "./protocol.ts";

/** What a request of ours was for; its answer may come hours later, to another daemon. */
const pending = z.discriminatedUnion("for", [
  z.object({ for: z.enum(["initialize", "new", "load", "resume", "prompt", "barrier"]) }),
  z.object({ for: z.literal("mode"), id: z.string() }),
  z.object({ for: z.literal("option"), id: z.string(), value: z.string() }),
  z.object({ for: z.literal("model"), id: z.string() }),
]);
export type Pending = z.infer<typeof pending>;

const call = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  status: z.enum(["pending", "running", "completed", "failed", "cancelled"]),
  /** The length of its input as JSON, by which another one is recognised; 0 = none yet. */
  input: z.number(),
  /** A person has said no to it. */
  isRejected: z.boolean(),
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  /** What it would do, as it was told of before a question: its input and its diffs. */
  proposal: z
    .object({ rawInput: z.unknown(), content: z.array(toolContent) })
    .nullable()
    .default(null),
  /** Its input was too long to be remembered. */
  isCut: z.boolean().default(false),
  /** Its diffs were. */
  isDiffCut: z.boolean().default(false),
  /** By which its input and its diffs are known, however long they are; empty = there are none. */
  prints: z.object({ input: z.string(), diffs: z.string() }).default({ input: "", diffs: "" }),
  /** What a question about it has said of its input: each field, and by which its value is known. */
  asked: z.record(z.string(), z.string()).default({}),
  /** How often it was told as something else than before. */
  edition: z.number().default(1),
  /** Places that it named and that are no files of reading and changing. */
  places: z.array(z.string()).default([]),
  /** There was something in it that nobody could read. */
  isUnread: z.boolean().default(false),
  /** How much of its output was passed on, and the end of that: the agent repeats it with every update. */
  shown: shownOutput,
});
export type Call = z.infer<typeof call>;

/** More files of one call are not remembered. */
export const MAX_PATHS = 20;

const question = z.object({
  /** The agent's request, to be answered. */
  id: z.union([z.string(), z.number()]),
  ...counted,
  /** The call that it is about; some are about none. */
  toolCallId: z.string().nullable(),
  shown: shownCall,
  options: z.array(z.object({ id: z.string(), isAllow: z.boolean() })),
  /** What each field takes, where the agent wants to know something instead of being allowed something. */
  fields: z
    .record(z.string(), z.enum(["text", "choice", "choices", "yes_no", "number"]))
    .nullable()
    .default(null),
});
export type Question = z.infer<typeof question>;

const wish = z.object({ mode: z.string().nullable(), model: z.string().nullable() });

export const acpState = z.object({
  run: z.string(),
  cwd: z.string(),
  /** opening → settling (what people wish for is being set) → ready for prompts; or failed, and then nothing more. */
  phase: z.enum(["opening", "settling", "ready", "failed"]),
  /** The conversation to go on with. */
  resumes: z.string().nullable(),
  wish,
  session: z.string().nullable(),
  /** How to log in, as the agent said. */
  login: z.string().nullable(),
  /** What it takes inside of a prompt, as it said. */
  takes: z.object({ images: z.boolean(), texts: z.boolean() }).default({ images: false, texts: false }),
  requests: z.number(),
  pending: z.record(z.string(), pending),
  /** The prompt that the agent works on. */
  turn: z.object({ request: z.string(), isCancelled: z.boolean(), isSilent: z.boolean() }).nullable(),
  /** The agent does something though no prompt is with it. */
  isAstir: z.boolean(),
  /** It says of each turn, also of one of its own, when it is over. */
  tellsOwnEnds: z.boolean().default(false),
  /** The last turn was cancelled: what still comes from it is not the beginning of another one. */
  isAfterCancel: z.boolean(),
  messages: z.number(),
  /** The message that goes on with the next piece of the same kind. */
  message: z.object({ kind: z.enum(["agent_message", "agent_thought"]), native: z.string().nullable() }).nullable(),
  /** Text that says that the turn has failed, if nothing comes after it. */
  held: z.object({ text: z.string(), failure: z.string(), isSure: z.boolean() }).nullable(),
  calls: z.array(call),
  /** Calls of this turn that were not over are not remembered any more. */
  hasForgotten: z.boolean().default(false),
  questions: z.array(question),
  asked: askedSoFar,
  /** As the agent says. */
  known: z.object({
    mode: z.string().nullable(),
    model: z.string().nullable(),
    modelOption: z.string().nullable(),
    options: z.record(z.string(), z.string()),
  }),
  /** As people were last told. */
  told: wish,
  title: z.string().nullable(),
  /** Totals so far: what a turn cost is the difference. A cost of null is not known. */
  spent: z.object({
    input: z.number(),
    output: z.number(),
    cost: z.number().nullable(),
    costNow: z.number().nullable(),
  }),
});
export type AcpState = z.infer<typeof acpState>;

/** Who speaks, and what has been said until now. */
export interface Scene {
  readonly agent: AcpAgent;
  readonly state: AcpState;
}

interface Beginning {
  run: string;
  cwd: string;
  nativeId: string | null;
  mode: string | null;
  model: string | null;
}

export const freshState = ({ run, cwd, nativeId, mode, model }: Beginning): AcpState => ({
  run,
  cwd,
  phase: "opening",
  resumes: nativeId,
  wish: { mode, model },
  session: null,
  login: null,
  takes: { images: false, texts: false },
  requests: 0,
  pending: {},
  turn: null,
  isAstir: false,
  tellsOwnEnds: false,
  isAfterCancel: false,
  messages: 0,
  message: null,
  held: null,
  calls: [],
  hasForgotten: false,
  questions: [],
  asked: 0,
  known: { mode: null, model: null, modelOption: null, options: {} },
  told: { mode: null, model: null },
  title: null,
  // What an earlier process has spent is not known.
  spent: { input: 0, output: 0, cost: nativeId === null ? 0 : null, costNow: null },
});

/** Unique in the session: a question that was answered never opens again. */
export const questionId = (state: AcpState, { id, number }: Pick<Question, "id" | "number">): string =>
  idIn(state, numbered(`q${JSON.stringify(id)}`, number));

export const withQuestion = (state: AcpState, question: Question): AcpState => ({
  ...state,
  questions: [...state.questions, question],
  asked: question.number,
});

/** Something was said or done in the turn. */
export const withSound = (state: AcpState): AcpState =>
  state.turn?.isSilent ? { ...state, turn: { ...state.turn, isSilent: false } } : state;

/** A request that is remembered until it is answered. Its id is never used again. */
export function request(
  state: AcpState,
  { about, method, params }: { about: Pending; method: string; params: unknown },
): { state: AcpState; line: string; id: string } {
  const requests = state.requests + 1;
  const id = `skein-${requests}`;
  const line = rpcRequest({ id, method, params });
  return { state: { ...state, requests, pending: { ...state.pending, [id]: about } }, line, id };
}
