// The driver of Claude Code: one long-lived process that speaks stream-json both ways, or one process per prompt. Both can resume the same
// conversations, so a person may switch between them.
import type {
  AgentDrivers,
  DeliveredPrompt,
  Driver,
  LaunchContext,
  OpenQuestion,
  Reaction,
  RequestedSetting,
} from "../driver.ts";
import { defineDriver } from "../kit/define-driver.ts";
import { ANY_FILE } from "../kit/file-kinds.ts";
import { defineOneshot } from "../kit/oneshot.ts";
import { identityOf } from "../kit/program.ts";
import { hooksFor } from "./directory.ts";
import { endedWith } from "./failure.ts";
import { argvOf } from "./launch.ts";
import { readLine } from "./map.ts";
import { modesOf, SKIP_PERMISSIONS, toAgentMode } from "./modes.ts";
import { answer } from "./permission.ts";
import { program } from "./program.ts";
import { promptLine, promptText } from "./prompt.ts";
import { asking, settingRequest } from "./response.ts";
import { type ClaudeState, claudeState, MAX_STEERED } from "./state.ts";
import { isWithheld } from "./trust.ts";

export const createClaudeDriver = ({ transport }: { transport: ClaudeState["transport"] }): Driver =>
  transport === "stream" ? createStreamDriver() : createOneshotDriver();

export const claudeDrivers = (): AgentDrivers => ({ stream: createStreamDriver(), oneshot: createOneshotDriver() });

const identity = identityOf(program);

const createStreamDriver = (): Driver =>
  defineDriver(claudeState, {
    ...identity,
    transport: "stream",
    capabilities: {
      resume: true,
      fork: "turn",
      approvals: true,
      interrupt: true,
      steer: true,
      tasks: "stoppable",
      files: [ANY_FILE],
      modes: modesOf(true),
      models: true,
      commands: true,
    },
    launch: (context) => ({ argv: argvOf("stream", context), env: {} }),
    open: openStream,
    read: readLine,
    deliver,
    steer,
    answer,
    openQuestions,
    interrupt,
    stopTasks,
    configure,
    isSettling: ({ settling }) => settling.length > 0,
    ended: endedWith,
  });

const createOneshotDriver = (): Driver =>
  defineOneshot(claudeState, {
    ...identity,
    fork: "turn",
    tasks: "told",
    modes: modesOf(false),
    launch: (context) => ({ argv: argvOf("oneshot", context), env: {} }),
    begin: (context, prompt) => ({ ...stateOf("oneshot", context), prompt: prompt?.promptId ?? null }),
    read: readLine,
    stdin: promptText,
    answer,
    openQuestions,
    ended: endedWith,
  });

function stateOf(transport: ClaudeState["transport"], context: LaunchContext): ClaudeState {
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
    isWithheld: isWithheld(context),
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
 * The agent is ready when it answers this; by itself it prints nothing before its first turn. Because tasks can be stopped one by one, an
 * interrupt does not affect them.
 */
function openStream(context: LaunchContext): Reaction<ClaudeState> {
  const begun = stateOf("stream", context);
  const { state, line } = asking(begun, "initialize", { perTaskStopAffordance: true, ...hooksFor(begun) });
  return { state, facts: [], writes: [line] };
}

function deliver(state: ClaudeState, prompt: DeliveredPrompt): Reaction<ClaudeState> {
  const fresh = { isTaken: false, isSteered: false, isInterrupting: false, failure: null, resetsAt: null };
  return { state: { ...state, ...fresh, prompt: prompt.promptId }, facts: [], writes: [promptLine(prompt)] };
}

/**
 * Text that arrives while the program works reaches the model with the next tool's result (2.1.325). If no tool follows, the program continues
 * with the text after the answer, which is still the same turn here. Work without a prompt gets the text as its prompt.
 */
function steer(state: ClaudeState, prompt: DeliveredPrompt): Reaction<ClaudeState> {
  if (state.prompt === null) {
    const delivered = deliver(state, prompt);
    return { ...delivered, state: { ...delivered.state, isSteered: true } };
  }
  const steered = [...state.steered, prompt.promptId].slice(-MAX_STEERED);
  return { state: { ...state, steered }, facts: [], writes: [promptLine(prompt)] };
}

function interrupt(state: ClaudeState): Reaction<ClaudeState> {
  if (state.prompt === null && !state.isOwnTurn) return { state, facts: [], writes: [] };
  // Cancels a waiting prompt, which would otherwise run after the interrupt (2.1.325). But not the first one: its turn begins interrupted, and
  // without it there would be no conversation to resume.
  const hasConversation = state.resumes !== null || state.model !== null;
  const { state: next, line } = asking(state, "interrupt", hasConversation ? { cancel_queued: true } : {});
  return { state: { ...next, isInterrupting: true }, facts: [], writes: [line] };
}

const openQuestions = ({ questions }: ClaudeState): OpenQuestion[] => questions.map(({ id }) => ({ id }));

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
 * Null = needs a new process. Only a process started for it can skip permissions; after that mode a process with the hook that reports
 * directories is needed, because people are asked again. But background work that would end with the old process is more important.
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
