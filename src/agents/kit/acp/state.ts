// What the driver remembers of one process: small plain JSON, committed with the facts, so that a new daemon can continue in mid-turn.
import * as z from "zod";
import { rpcRequest } from "../json-rpc.ts";
import { shownCall } from "../questions/changed-call.ts";
import { askedSoFar, counted, numbered } from "../questions/reused-question-id.ts";
import { idIn } from "../run-id.ts";
import { shownOutput } from "../tool-calls/repeated-output.ts";
import type { AcpAgent } from "./agent.ts";
import { toolContent } from "./protocol.ts";

/** The purpose of a pending request; its response may come hours later, to another daemon. */
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
  /** The length of its input as JSON, to notice a changed one; 0 = none yet. */
  input: z.number(),
  /** A person has denied it. */
  isRejected: z.boolean(),
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  /** What it would do, as reported before a question: its input and its diffs. */
  proposal: z
    .object({ rawInput: z.unknown(), content: z.array(toolContent) })
    .nullable()
    .default(null),
  /** Its input was too long to be remembered. */
  isCut: z.boolean().default(false),
  /** Its diffs were too long to be remembered. */
  isDiffCut: z.boolean().default(false),
  /** Fingerprints of its whole input and diffs; empty = there are none. */
  prints: z.object({ input: z.string(), diffs: z.string() }).default({ input: "", diffs: "" }),
  /** The fields that a question about it has named, with fingerprints of their values. */
  asked: z.record(z.string(), z.string()).default({}),
  /** How many times its content has changed, from 1. */
  edition: z.number().default(1),
  /** Locations that are not files that it reads or changes. */
  places: z.array(z.string()).default([]),
  /** It had parts that could not be read. */
  isUnread: z.boolean().default(false),
  /** How much of its output was reported, and the end of that: the agent repeats the output with every update. */
  shown: shownOutput,
});
export type Call = z.infer<typeof call>;

/** Further files of a call are not remembered. */
export const MAX_PATHS = 20;

const question = z.object({
  /** The id of the agent's request, for the response. */
  id: z.union([z.string(), z.number()]),
  ...counted,
  /** The call that it is about, if any. */
  toolCallId: z.string().nullable(),
  shown: shownCall,
  options: z.array(z.object({ id: z.string(), isAllow: z.boolean() })),
  /** The fields of the form, if the agent asks for information instead of permission. */
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
  /** opening → settling (the requested settings are being set) → ready for prompts; or failed, which is final. */
  phase: z.enum(["opening", "settling", "ready", "failed"]),
  /** The conversation to resume. */
  resumes: z.string().nullable(),
  wish,
  session: z.string().nullable(),
  /** How to log in, according to the agent. */
  login: z.string().nullable(),
  /** The kinds of content that it accepts in a prompt. */
  takes: z.object({ images: z.boolean(), texts: z.boolean() }).default({ images: false, texts: false }),
  requests: z.number(),
  pending: z.record(z.string(), pending),
  /** The prompt that the agent works on. */
  turn: z.object({ request: z.string(), isCancelled: z.boolean(), isSilent: z.boolean() }).nullable(),
  /** The agent works without a prompt. */
  isAstir: z.boolean(),
  /** It reports the end of every turn, even of those that it started itself. */
  tellsOwnEnds: z.boolean().default(false),
  /** The last turn was cancelled: late updates of it do not begin another turn. */
  isAfterCancel: z.boolean(),
  messages: z.number(),
  /** The message that the next chunk of the same kind continues. */
  message: z.object({ kind: z.enum(["agent_message", "agent_thought"]), native: z.string().nullable() }).nullable(),
  /** Withheld text: if nothing follows it, it says that the turn has failed. */
  held: z.object({ text: z.string(), failure: z.string(), isSure: z.boolean() }).nullable(),
  calls: z.array(call),
  /** Unfinished calls of this turn are no longer remembered. */
  hasForgotten: z.boolean().default(false),
  questions: z.array(question),
  asked: askedSoFar,
  /** The agent's current settings. */
  known: z.object({
    mode: z.string().nullable(),
    model: z.string().nullable(),
    modelOption: z.string().nullable(),
    options: z.record(z.string(), z.string()),
  }),
  /** The settings that people were last told. */
  told: wish,
  title: z.string().nullable(),
  /** Totals so far: a turn's usage is the difference. A cost of null is unknown. */
  spent: z.object({
    input: z.number(),
    output: z.number(),
    cost: z.number().nullable(),
    costNow: z.number().nullable(),
  }),
});
export type AcpState = z.infer<typeof acpState>;

/** The agent's description, and the state so far. */
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
  // What an earlier process has used is unknown.
  spent: { input: 0, output: 0, cost: nativeId === null ? 0 : null, costNow: null },
});

/** Unique in the session: an answered question never opens again. */
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

/** Makes a request that is remembered until its response. Ids are never reused. */
export function request(
  state: AcpState,
  { about, method, params }: { about: Pending; method: string; params: unknown },
): { state: AcpState; line: string; id: string } {
  const requests = state.requests + 1;
  const id = `skein-${requests}`;
  const line = rpcRequest({ id, method, params });
  return { state: { ...state, requests, pending: { ...state.pending, [id]: about } }, line, id };
}
