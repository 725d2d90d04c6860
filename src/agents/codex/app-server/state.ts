// What the driver remembers of one app-server: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Fact, LaunchContext, Step as LineStep, Reaction } from "../../driver.ts";
import { rpcRequest } from "../../kit/json-rpc.ts";
import { shownCall } from "../../kit/questions/changed-call.ts";
import { askedSoFar, counted, numbered } from "../../kit/questions/reused-question-id.ts";
import { idIn } from "../../kit/run-id.ts";

const rpcId = z.union([z.string(), z.number()]);

const call = z.object({
  /** The item's id. */
  id: z.string(),
  /** Set for a command: it may continue when its turn ends. */
  command: z.string().nullable().default(null),
  /** A fingerprint of what it would do; empty = from a version that did not keep it. */
  said: z.string().default(""),
  /** How much of its output was reported, and the end of that. */
  shown: z.number(),
  tail: z.string(),
  reads: z.array(z.string()),
  writes: z.array(z.object({ path: z.string(), bytes: z.number().nullable() })),
  /** What a question about it has to show, if the question does not contain it. */
  changes: z
    .object({
      title: z.string(),
      text: z.string(),
      /** The text was too long to be remembered: it only names the files. */
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
  /** The id of the agent's request, for the response. */
  id: rpcId,
  ...counted,
  /** The item that it is about. */
  item: z.string().nullable(),
  shown: shownCall,
  about: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("approval") }),
    /** The requested permissions, which a yes repeats. */
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
  /** Codex's id of it; it changes when steered text that came too late starts another one. */
  native: z.string().nullable(),
  /** It has started and can be interrupted: before that Codex refuses (0.166.0). */
  isStarted: z.boolean(),
  isRunning: z.boolean(),
  /** Pending requests with text. */
  starts: z.array(z.string()),
  /** Text that was steered into it and is not in the conversation yet, identified by its content. */
  steered: z.array(z.object({ promptId: z.string(), print: z.string() })).default([]),
  /** How it ended, while pending text may start another turn. */
  held: z
    .object({
      reason: z.enum(["completed", "interrupted", "failed", "refused", "limit"]),
      error: z.string().nullable(),
    })
    .nullable(),
  isInterrupting: z.boolean(),
  /** It was started without a prompt; and whether that was reported. */
  isOwn: z.boolean(),
  isLoud: z.boolean(),
  used: tokens,
});
export type Turn = z.infer<typeof turn>;

export const appServerState = z.object({
  run: z.string(),
  cwd: z.string(),
  /** Failed = it has reported that it can't start. */
  phase: z.enum(["opening", "ready", "failed"]),
  /** The conversation to resume or to fork. */
  resumes: z.string().nullable(),
  fork: z.object({ mark: z.string().nullable(), nextMark: z.string().nullable() }).nullable(),
  thread: z.string().nullable(),
  model: z.string().nullable(),
  effort: z.string().nullable(),
  wish,
  /** The settings that the conversation has. */
  set: wish,
  /** The last mode may have been plan mode, which must be left explicitly. */
  mayPlan: z.boolean(),
  /** A command that it asks about would leave its sandbox; true in doubt. */
  asksToLeave: z.boolean().default(true),
  /** The previous settings, until Codex has accepted the request with the new ones. */
  before: z
    .object({
      start: z.string(),
      held: z.object({ set: wish, model: z.string().nullable(), mayPlan: z.boolean(), asksToLeave: z.boolean() }),
    })
    .nullable()
    .default(null),
  /** The user's own sandbox settings for a workspace. */
  workspace: z.record(z.string(), z.unknown()),
  requests: z.number(),
  turn: turn.nullable(),
  /** Texts that are being streamed, and how much of each was reported. */
  texts: z.array(z.object({ id: z.string(), length: z.number() })),
  calls: z.array(call),
  /** Commands that continue although their turn has ended. */
  tasks: z.array(call).default([]),
  questions: z.array(question),
  asked: askedSoFar,
  /** The last reported total usage of the conversation; null = an earlier conversation without a report yet. */
  total: tokens.nullable(),
  /** When the quota is available again, in Unix seconds, as reported when it was used up. */
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

/** Limits of the lists: what exceeds them is still shown, with less detail. */
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

/** A request with a new id that contains its purpose: no list of pending requests is needed. */
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
