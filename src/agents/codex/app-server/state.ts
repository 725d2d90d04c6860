// What the driver remembers of one app-server: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Fact, LaunchContext, Step as LineStep, Reaction } from "../../driver.ts";
import { rpcRequest } from "../../kit/json-rpc.ts";
import { shownCall } from "../../kit/questions/changed-call.ts";
import { askedSoFar, counted, numbered } from "../../kit/questions/reused-question-id.ts";
import { idIn } from "../../kit/run-id.ts";

const rpcId = z.union([z.string(), z.number()]);

const call = z.object({
  /** The item's. */
  id: z.string(),
  /** Set for a command: one may run on when its turn ends. */
  command: z.string().nullable().default(null),
  /** By which what it would do is known; empty = of a version that did not keep it. */
  said: z.string().default(""),
  /** How much of its output was passed on, and the end of that. */
  shown: z.number(),
  tail: z.string(),
  reads: z.array(z.string()),
  writes: z.array(z.object({ path: z.string(), bytes: z.number().nullable() })),
  /** What a question about it has to show, where the question itself does not say it. */
  changes: z
    .object({
      title: z.string(),
      text: z.string(),
      /** The text was too long to be remembered: it names the files. */
      isCut: z.boolean().default(false),
      request: z.object({
        kind: z.enum(["edit", "delete", "move"]),
        paths: z.array(z.string()),
      }),
    })
    .nullable(),
});
export type OpenCall = z.infer<typeof call>;

const question = z.object({
  /** The agent's request, to be answered. */
  id: rpcId,
  ...counted,
  /** The item that it is about. */
  item: z.string().nullable(),
  shown: shownCall,
  about: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("approval") }),
    /** What was asked for is said once more with a yes. */
    z.object({ kind: z.literal("permissions"), permissions: z.unknown() }),
    z.object({ kind: z.literal("input"), questions: z.array(z.string()) }),
    z.object({
      kind: z.literal("elicitation"),
      fields: z.record(z.string(), z.enum(["text", "choice", "choices", "yes_no", "number"])),
    }),
  ]),
});
export type Question = z.infer<typeof question>;

const tokens = z.object({ input: z.number(), output: z.number() });
const wish = z.object({ mode: z.string().nullable(), model: z.string().nullable() });

const turn = z.object({
  /** Codex's name of it; another one when words that came too late for it began another. */
  native: z.string().nullable(),
  /** It has begun, and can be interrupted: before that Codex refuses (0.166.0). */
  isStarted: z.boolean(),
  isRunning: z.boolean(),
  /** Requests that bring words, and are not answered yet. */
  starts: z.array(z.string()),
  /** Words that were steered into it, and do not stand in the conversation yet; each known by its text. */
  steered: z.array(z.object({ promptId: z.string(), print: z.string() })).default([]),
  /** How it ended, while words are on their way that may begin another. */
  held: z
    .object({
      reason: z.enum(["completed", "interrupted", "failed", "refused", "limit"]),
      error: z.string().nullable(),
    })
    .nullable(),
  isInterrupting: z.boolean(),
  /** Nobody has asked for it; and whether it was heard of. */
  isOwn: z.boolean(),
  isLoud: z.boolean(),
  used: tokens,
});
export type Turn = z.infer<typeof turn>;

export const appServerState = z.object({
  run: z.string(),
  cwd: z.string(),
  /** Failed = it has said that it can't start. */
  phase: z.enum(["opening", "ready", "failed"]),
  /** The conversation to go on with, or to branch off from. */
  resumes: z.string().nullable(),
  fork: z.object({ mark: z.string().nullable(), nextMark: z.string().nullable() }).nullable(),
  thread: z.string().nullable(),
  model: z.string().nullable(),
  effort: z.string().nullable(),
  wish,
  /** What of it the conversation has. */
  set: wish,
  /** The last mode may have been one of planning, which has to be left then. */
  mayPlan: z.boolean(),
  /** A command that it asks about would leave its sandbox. In doubt it does. */
  asksToLeave: z.boolean().default(true),
  /** What held before the request that says the wish, until Codex has taken that. */
  before: z
    .object({
      start: z.string(),
      held: z.object({ set: wish, model: z.string().nullable(), mayPlan: z.boolean(), asksToLeave: z.boolean() }),
    })
    .nullable()
    .default(null),
  /** The person's own settings of the sandbox for a workspace. */
  workspace: z.record(z.string(), z.unknown()),
  requests: z.number(),
  turn: turn.nullable(),
  /** Texts that are being streamed: how much of each was passed on. */
  texts: z.array(z.object({ id: z.string(), length: z.number() })),
  calls: z.array(call),
  /** Commands that run on although their turn has ended. */
  tasks: z.array(call).default([]),
  questions: z.array(question),
  asked: askedSoFar,
  /** All that the conversation has used, as was last said; null = one from before, of which nothing was said yet. */
  total: tokens.nullable(),
  /** When the vendor gives again, in seconds, as it said when it was used up. */
  resetsAt: z.number().nullable(),
});
export type AppServerState = z.infer<typeof appServerState>;

export const freshState = (context: LaunchContext): AppServerState => ({
  run: context.run,
  cwd: context.cwd,
  phase: "opening",
  resumes: context.nativeId ?? context.fork?.nativeId ?? null,
  fork: context.nativeId === null && context.fork ? { mark: context.fork.mark, nextMark: context.fork.nextMark } : null,
  thread: null,
  model: null,
  effort: null,
  wish: { mode: context.mode, model: context.model },
  set: { mode: null, model: null },
  mayPlan: false,
  asksToLeave: true,
  before: null,
  workspace: {},
  requests: 0,
  turn: null,
  texts: [],
  calls: [],
  tasks: [],
  questions: [],
  asked: 0,
  total: context.nativeId === null && context.fork === null ? { input: 0, output: 0 } : null,
  resetsAt: null,
});

/** Bounds of the lists: what falls out is still shown, only less well. */
export const MAX_CALLS = 64;
export const MAX_TEXTS = 16;
export const MAX_STEERED = 100;

export type Ask =
  | "initialize"
  | "account/read"
  | "config/read"
  | "thread/start"
  | "thread/resume"
  | "thread/fork"
  | "turn/start"
  | "turn/interrupt"
  | "thread/backgroundTerminals/clean"
  | "thread/backgroundTerminals/list"
  | "thread/backgroundTerminals/terminate";

/** A request with an id of its own, which says what was asked: no list of open requests is needed. */
export function asking(
  state: AppServerState,
  method: Ask,
  params: object,
): { state: AppServerState; id: string; line: string } {
  const requests = state.requests + 1;
  const id = `${method}-${requests}`;
  return { state: { ...state, requests }, id, line: rpcRequest({ id, method, params }) };
}

export const questionId = (state: AppServerState, { id, number }: Pick<Question, "id" | "number">): string =>
  idIn(state, numbered(`q${JSON.stringify(id)}`, number));

export type Step = LineStep<AppServerState>;

export const nothing = (state: AppServerState): Reaction<AppServerState> => ({ state, facts: [], writes: [] });

export const said = (state: AppServerState, facts: Fact[]): Reaction<AppServerState> => ({ state, facts, writes: [] });
