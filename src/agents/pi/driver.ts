// Drives Pi: one long-lived process that speaks its RPC mode, or a process for each prompt in JSON mode.
// Both go on with the same conversations, so a person may change between them.
import { type DeliveredPrompt, type Driver, defineDriver, type LaunchContext, type Reaction } from "../driver.ts";
import { findInstallation } from "../find-program.ts";
import { ANY_FILE } from "../kit/file-kinds.ts";
import { UUID, WORD } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import { answer, openQuestions } from "./dialog.ts";
import { endedWith } from "./failure.ts";
import { argvOf } from "./launch.ts";
import { readLine } from "./map.ts";
import { modesOf } from "./modes.ts";
import { modelsIn, probedLogin } from "./probe.ts";
import { promptMessage, promptText } from "./prompt.ts";
import { commandLine } from "./protocol.ts";
import { open, orderLine } from "./response.ts";
import { MAX_UNCONFIRMED, nextId, nothingSpent, type PiState, piState } from "./state.ts";
import { rested } from "./turn.ts";

type Transport = "stream" | "oneshot";

/** `programs` is the directory of the programs that Skein brings along. */
export function createPiDriver({ transport, programs }: { transport: Transport; programs: string }): Driver {
  const isStream = transport === "stream";
  return defineDriver(piState, {
    id: "pi",
    title: "Pi",
    transport,
    capabilities: {
      resume: true,
      fork: isStream ? "turn" : "whole",
      approvals: isStream,
      interrupt: isStream,
      steer: isStream,
      tasks: "untold",
      files: [ANY_FILE],
      modes: modesOf(isStream),
      models: true,
      commands: isStream,
    },

    forgetsMode: true,
    ids: { conversation: UUID, mark: WORD },
    probe: { version: ["--version"], login: probedLogin, models: { args: ["--list-models"], read: modelsIn } },

    find: (env) => findInstallation({ command: "pi", install: "npm install -g @earendil-works/pi-coding-agent" }, env),

    launch: (context) => ({ argv: argvOf({ transport, programs }, context), env: {} }),

    // Sessions of a directory of their own are not followed there.
    nativeFiles: ({ env }) =>
      env.PI_CODING_AGENT_SESSION_DIR
        ? null
        : fileBelow(directoryIn(env, "PI_CODING_AGENT_DIR", ".pi/agent"), "sessions/*/*_{id}.jsonl"),

    open(context, prompt) {
      const state = { ...stateOf(transport, context), prompt: prompt?.promptId ?? null };
      return isStream ? open(state) : { state, facts: [], writes: [] };
    },

    read: readLine,

    stdin: promptText,

    deliver(state, prompt) {
      return tell({ ...rested(state), prompt: prompt.promptId }, prompt, "prompt");
    },

    /** What it does by itself has no prompt, and the words become it. */
    steer: (state, prompt) =>
      tell({ ...state, prompt: state.prompt ?? prompt.promptId, hasSteered: true }, prompt, "steer"),

    answer,

    openQuestions,

    interrupt,

    configure,

    isSettling: ({ settling }) => settling !== null,

    ended: endedWith,
  });
}

function stateOf(transport: Transport, context: LaunchContext): PiState {
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

/** To one that works by itself a prompt is said when it is done; words go in as soon as the running tools are. */
function tell(state: PiState, prompt: DeliveredPrompt, kind: "prompt" | "steer"): Reaction<PiState> {
  const { state: next, id } = nextId(state, kind);
  const unconfirmed = [...state.unconfirmed, id].slice(-MAX_UNCONFIRMED);
  const streamingBehavior = kind === "steer" ? "steer" : "followUp";
  const line = commandLine(id, { type: "prompt", ...promptMessage(prompt), streamingBehavior });
  return { state: { ...next, unconfirmed }, facts: [], writes: [line] };
}

/** Words that wait would begin to run after an interrupt (0.87.1): they are dropped first. */
function interrupt(state: PiState): Reaction<PiState> {
  if (state.prompt === null && state.ownTurn === "none") return { state, facts: [], writes: [] };
  const { state: next, id } = nextId({ ...state, isInterrupting: true }, "abort");
  const drop = state.hasSteered ? [commandLine(`${id}-queue`, { type: "clear_queue" })] : [];
  return { state: next, facts: [], writes: [...drop, commandLine(id, { type: "abort" })] };
}

/** Null = only a new process can: how people name a model is read by the program's start alone. */
function configure(
  state: PiState,
  { mode, model }: { mode: string | null; model: string | null },
): Reaction<PiState> | null {
  if (model !== null && model !== state.model) return null;
  if (mode === null || mode === state.mode) return { state, facts: [], writes: [] };
  const { state: next, id } = nextId({ ...state, mode }, "mode");
  return { state: { ...next, settling: id }, facts: [], writes: [orderLine(id, { mode })] };
}
