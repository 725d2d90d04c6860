// Drives Claude Code: one long-lived process that speaks stream-json both ways, or a process for each prompt.
// Both go on with the same conversations, so a person may change between them.
import {
  type DeliveredPrompt,
  type Driver,
  defineDriver,
  type LaunchContext,
  type Reaction,
  type RequestedSetting,
} from "../driver.ts";
import { findInstallation } from "../find-program.ts";
import { ANY_FILE } from "../kit/file-kinds.ts";
import { UUID } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import { hooksFor } from "./directory.ts";
import { endedWith } from "./failure.ts";
import { argvOf } from "./launch.ts";
import { readLine } from "./map.ts";
import { modesOf, SKIP_PERMISSIONS, toAgentMode } from "./modes.ts";
import { answer } from "./permission.ts";
import { promptLine, promptText } from "./prompt.ts";
import { asking, settingRequest } from "./response.ts";
import { type ClaudeState, claudeState, MAX_STEERED } from "./state.ts";

type Transport = "stream" | "oneshot";

export function createClaudeDriver({ transport }: { transport: Transport }): Driver {
  const isStream = transport === "stream";
  return defineDriver(claudeState, {
    id: "claude",
    title: "Claude Code",
    transport,
    capabilities: {
      resume: true,
      fork: "turn",
      approvals: isStream,
      interrupt: isStream,
      steer: isStream,
      tasks: isStream ? "stoppable" : "told",
      files: [ANY_FILE],
      modes: modesOf(isStream),
      models: true,
      commands: isStream,
    },
    ids: { conversation: UUID, mark: UUID },

    probe: {
      version: ["--version"],
      login: {
        variables: [
          "ANTHROPIC_API_KEY",
          "ANTHROPIC_AUTH_TOKEN",
          "CLAUDE_CODE_OAUTH_TOKEN",
          "CLAUDE_CODE_USE_BEDROCK",
          "CLAUDE_CODE_USE_FOUNDRY",
          "CLAUDE_CODE_USE_VERTEX",
        ],
        files: [".claude/.credentials.json"],
        hint: "run: claude, then /login",
      },
      // Its own names for the newest of each kind (2.1.325); any of the vendor's can be set.
      models: { names: ["default", "sonnet", "opus", "haiku", "fable", "opusplan"] },
    },

    find: (env) => findInstallation({ command: "claude", install: "npm install -g @anthropic-ai/claude-code" }, env),

    launch: (context) => ({ argv: argvOf(transport, context), env: {} }),

    nativeFiles: ({ env }) => fileBelow(directoryIn(env, "CLAUDE_CONFIG_DIR", ".claude"), "projects/*/{id}.jsonl"),

    open: (context, prompt) => (isStream ? openStream(context) : openOneshot(context, prompt)),

    read: readLine,

    stdin: promptText,

    deliver,
    steer,

    answer,

    openQuestions: ({ questions }) => questions.map(({ id }) => ({ id })),

    interrupt(state) {
      if (state.prompt === null && !state.isOwnTurn) return { state, facts: [], writes: [] };
      // A prompt that still waits is dropped, else it would run after the interrupt (2.1.325). But not the very first one:
      // its turn begins interrupted, and without it there would be no conversation to resume.
      const hasConversation = state.resumes !== null || state.model !== null;
      const { state: next, line } = asking(state, "interrupt", hasConversation ? { cancel_queued: true } : {});
      return { state: { ...next, isInterrupting: true }, facts: [], writes: [line] };
    },

    stopTasks,

    configure,

    isSettling: ({ settling }) => settling.length > 0,

    ended: endedWith,
  });
}

function stateOf(transport: Transport, context: LaunchContext): ClaudeState {
  const { run, cwd, nativeId, newNativeId, fork, mode } = context;
  return {
    run,
    cwd,
    transport,
    nativeId: nativeId ?? newNativeId,
    resumes: nativeId ?? fork?.nativeId ?? null,
    phase: "starting",
    model: null,
    mode: mode === null ? null : toAgentMode(mode),
    canSkipPermissions: mode === "auto",
    settling: [],
    requests: 0,
    prompt: null,
    isTaken: false,
    isSteered: false,
    steered: [],
    isOwnTurn: false,
    isOwnTurnTold: false,
    isWoken: false,
    isInterrupting: false,
    failure: null,
    resetsAt: null,
    costUsd: 0,
    texts: 0,
    block: null,
    message: null,
    mark: null,
    tools: [],
    directories: [],
    questions: [],
    asked: 0,
    tasks: [],
    workers: [],
  };
}

/**
 * It is ready when it answers this: what it says by itself comes only with the first turn. As it can be asked to end tasks one by one, an
 * interrupt leaves them alone.
 */
function openStream(context: LaunchContext): Reaction<ClaudeState> {
  const begun = stateOf("stream", context);
  const { state, line } = asking(begun, "initialize", { perTaskStopAffordance: true, ...hooksFor(begun) });
  return { state, facts: [], writes: [line] };
}

const openOneshot = (context: LaunchContext, prompt: DeliveredPrompt | null): Reaction<ClaudeState> => ({
  state: { ...stateOf("oneshot", context), prompt: prompt?.promptId ?? null },
  facts: [],
  writes: [],
});

function deliver(state: ClaudeState, prompt: DeliveredPrompt): Reaction<ClaudeState> {
  const fresh = { isTaken: false, isSteered: false, isInterrupting: false, failure: null, resetsAt: null };
  return { state: { ...state, ...fresh, prompt: prompt.promptId }, facts: [], writes: [promptLine(prompt)] };
}

/**
 * The program takes words that come while it works to the model with the next tool's result (2.1.325). When no tool comes any
 * more it goes on with them after the answer: that is still the same turn here. What it does by itself has no prompt, and
 * the words become it.
 */
function steer(state: ClaudeState, prompt: DeliveredPrompt): Reaction<ClaudeState> {
  if (state.prompt === null) {
    const delivered = deliver(state, prompt);
    return { ...delivered, state: { ...delivered.state, isSteered: true } };
  }
  const steered = [...state.steered, prompt.promptId].slice(-MAX_STEERED);
  return { state: { ...state, steered }, facts: [], writes: [promptLine(prompt)] };
}

function stopTasks(state: ClaudeState): Reaction<ClaudeState> {
  const writes: string[] = [];
  let next = state;
  for (const { id } of state.workers.filter(({ isBackground }) => isBackground)) {
    const { state: asked, line } = asking(next, "stop_task", { task_id: id });
    next = asked;
    writes.push(line);
  }
  return { state: next, facts: [], writes };
}

/**
 * Null = in a new process: permissions are dropped by one that was started for it, and no other; and out of that mode, where people are asked
 * again, it is to have the hook that tells where commands run. But work that would end with the old one is worth more than that.
 */
function configure(state: ClaudeState, { mode, model, hasWork }: RequestedSetting): Reaction<ClaudeState> | null {
  const requested = mode === null ? null : toAgentMode(mode);
  if (requested === SKIP_PERMISSIONS && !state.canSkipPermissions) return null;
  const leavesSkipping = requested !== null && requested !== SKIP_PERMISSIONS && state.canSkipPermissions;
  if (leavesSkipping && !hasWork && !state.isWoken) return null;
  const writes: string[] = [];
  let next = state;
  if (requested !== null && requested !== state.mode) {
    const { state: asked, line } = settingRequest(next, "set_permission_mode", { mode: requested });
    next = { ...asked, mode: requested };
    writes.push(line);
  }
  if (model !== null) {
    const { state: asked, line } = settingRequest(next, "set_model", { model });
    next = asked;
    writes.push(line);
  }
  return { state: next, facts: [], writes };
}
