// The driver of Pi: one long-lived process in RPC mode, or one process per prompt in JSON mode. Both can resume the same conversations, so a
// person may switch between them.
import type { AgentDrivers, DeliveredPrompt, Driver, LaunchContext, Reaction } from "../driver.ts";
import { defineDriver } from "../kit/define-driver.ts";
import { ANY_FILE } from "../kit/file-kinds.ts";
import { defineOneshot } from "../kit/oneshot.ts";
import { identityOf } from "../kit/program.ts";
import { answer, openQuestions } from "./dialog.ts";
import { endedWith } from "./failure.ts";
import { argvOf } from "./launch.ts";
import { readLine } from "./map.ts";
import { modesOf } from "./modes.ts";
import { program } from "./program.ts";
import { promptMessage, promptText } from "./prompt.ts";
import { commandLine } from "./protocol.ts";
import { open, orderLine } from "./response.ts";
import { MAX_UNCONFIRMED, nextId, nothingSpent, type PiState, piState } from "./state.ts";
import { rested } from "./turn.ts";

interface Pi {
  transport: PiState["transport"];
  /** The directory of the programs that are shipped with Skein. */
  programs: string;
}

export const createPiDriver = ({ transport, programs }: Pi): Driver =>
  transport === "stream" ? createStreamDriver(programs) : createOneshotDriver(programs);

export const piDrivers = (programs: string): AgentDrivers => ({
  stream: createStreamDriver(programs),
  oneshot: createOneshotDriver(programs),
});

const identity = { ...identityOf(program), forgetsMode: true };

const createStreamDriver = (programs: string): Driver =>
  defineDriver(piState, {
    ...identity,
    transport: "stream",
    capabilities: {
      resume: true,
      fork: "turn",
      approvals: true,
      interrupt: true,
      steer: true,
      tasks: "untold",
      files: [ANY_FILE],
      modes: modesOf(true),
      models: true,
      commands: true,
    },
    launch: (context) => ({ argv: argvOf({ transport: "stream", programs }, context), env: {} }),
    open: (context) => open(stateOf("stream", context)),
    read: readLine,
    deliver: (state, prompt) => tell({ ...rested(state), prompt: prompt.promptId }, prompt, "prompt"),
    /** Work without a prompt gets the text as its prompt. */
    steer: (state, prompt) =>
      tell({ ...state, prompt: state.prompt ?? prompt.promptId, hasSteered: true }, prompt, "steer"),
    answer,
    openQuestions,
    interrupt,
    configure,
    isSettling: ({ settling }) => settling !== null,
    ended: endedWith,
  });

const createOneshotDriver = (programs: string): Driver =>
  defineOneshot(piState, {
    ...identity,
    fork: "whole",
    modes: modesOf(false),
    launch: (context) => ({ argv: argvOf({ transport: "oneshot", programs }, context), env: {} }),
    begin: (context, prompt) => ({ ...stateOf("oneshot", context), prompt: prompt?.promptId ?? null }),
    read: readLine,
    stdin: promptText,
    answer,
    openQuestions,
    ended: endedWith,
  });

function stateOf(transport: PiState["transport"], context: LaunchContext): PiState {
  const { run, cwd, env, nativeId, newNativeId, fork, mode, model } = context;
  return {
    ...{ run, cwd, transport, mode, settling: null, model, answers: null, home: env.HOME ?? null },
    nativeId: nativeId ?? newNativeId,
    resumes: nativeId ?? fork?.nativeId ?? null,
    place: transport === "stream" ? (fork?.mark ?? null) : null,
    ...{ phase: "starting", commands: 0, prompt: null, unconfirmed: [] },
    ...{ hasBegun: false, hasSteered: false, isInterrupting: false, isStopped: false, ownTurn: "none" },
    ...{ mark: null, failure: null },
    ...{ spent: nothingSpent, messages: 0, said: [], tools: [], questions: [], asked: 0 },
  };
}

/** If the agent works without a prompt, a prompt is queued until it has finished; steered text is added after the running tools. */
function tell(state: PiState, prompt: DeliveredPrompt, kind: "prompt" | "steer"): Reaction<PiState> {
  const { state: next, id } = nextId(state, kind);
  const unconfirmed = [...state.unconfirmed, id].slice(-MAX_UNCONFIRMED);
  const streamingBehavior = kind === "steer" ? "steer" : "followUp";
  const line = commandLine(id, { type: "prompt", ...promptMessage(prompt), streamingBehavior });
  return { state: { ...next, unconfirmed }, facts: [], writes: [line] };
}

/** Waiting text would be handled after an interrupt (0.87.1), so it is dropped first. */
function interrupt(state: PiState): Reaction<PiState> {
  if (state.prompt === null && state.ownTurn === "none") return { state, facts: [], writes: [] };
  const { state: next, id } = nextId({ ...state, isInterrupting: true }, "abort");
  const drop = state.hasSteered ? [commandLine(`${id}-queue`, { type: "clear_queue" })] : [];
  return { state: next, facts: [], writes: [...drop, commandLine(id, { type: "abort" })] };
}

/** Null = needs a new process: the program interprets a model's name only at its start. */
function configure(
  state: PiState,
  { mode, model }: { mode: string | null; model: string | null },
): Reaction<PiState> | null {
  if (model !== null && model !== state.model) return null;
  if (mode === null || mode === state.mode) return { state, facts: [], writes: [] };
  const { state: next, id } = nextId({ ...state, mode }, "mode");
  return { state: { ...next, settling: id }, facts: [], writes: [orderLine(id, { mode })] };
}
