// The driver port: our code for one kind of agent. Pure but for `find`: a driver turns lines into facts and wishes into lines.
// Its state is plain JSON, committed together with the facts, so that a new daemon goes on in mid-turn.
import type {
  AgentCommand,
  Capabilities,
  EventBody,
  ForkPoint,
  FormContent,
  TaskOutcome,
  Transport,
  TurnEndReason,
} from "../core/index.ts";

/** A variable of the environment: its name, or what its name matches. */
export type VariableRule = string | RegExp;

export type Installation =
  | { readonly kind: "found"; readonly path: string; readonly version: string | null }
  /** `install` is the command that makes it available. */
  | { readonly kind: "missing"; readonly tried: readonly string[]; readonly install: string };

/** How people learn what an installation is good for. Data only: one place runs it, and never on the way of a prompt. */
export interface Probe {
  /** Arguments that make the program print its version; null when it has none of its own. */
  readonly version: readonly string[] | null;
  /** What shows that somebody is logged in: one of these variables, or one of these files below the home. Null = needs no login. */
  readonly login: {
    readonly variables: readonly string[];
    readonly files: readonly string[];
    /** Where the agent keeps its files: this variable, else this directory below the home. Then `files` are below that. */
    readonly base?: { readonly variable: string; readonly usual: string };
    /** A file of settings that, with a line like this, names a provider which may have a key of its own. */
    readonly provider?: { readonly file: string; readonly line: RegExp };
    /** A login may also be where nobody can look, as in a keychain: then that there is none of these shows nothing. */
    readonly isHidden?: boolean;
    /** What to do when there is none of them. */
    readonly hint: string;
  } | null;
  /** Names that can be set as the model: known ones, or those that the program prints with these arguments. Null = nobody knows. */
  readonly models:
    | { readonly names: readonly string[] }
    | { readonly args: readonly string[]; readonly read: (stdout: string) => string[] }
    | null;
}

type SpokenType =
  | "agent_message"
  | "agent_thought"
  | "plan"
  | "tool_call"
  | "tool_call_update"
  | "task_start"
  | "file_read"
  | "file_write"
  | "permission"
  | "mode_changed"
  | "model_changed"
  | "renamed"
  | "quota_reached"
  | "error"
  | "notice";

/**
 * A fact from the agent. The session adds who, when, and the ids that only it knows (run, turn, prompt), and it reads the
 * time out of a quota's text (`resets 3pm (Europe/Berlin)`): a driver has no clock.
 */
export type Fact =
  | { [T in SpokenType]: Omit<Extract<EventBody, { type: T }>, "by"> }[SpokenType]
  /** The agent is ready for prompts, and this is its own name for the conversation. */
  | { type: "bound"; nativeId: string; provenance: "assigned" | "reported"; model?: string }
  /** The commands of its own that it has now: all of them. What is kept of a list is bounded. */
  | { type: "commands"; commands: readonly AgentCommand[] }
  /** The agent does not know the conversation that it was to go on with. */
  | { type: "resume_failed"; message: string; hint: string }
  /** A background task is over. `wakes`: the agent begins a turn by itself because of it, a moment later. */
  | { type: "task_end"; taskId: string; outcome: TaskOutcome; summary?: string; wakes?: boolean }
  /** The agent begins to work by itself: a turn that no prompt belongs to. Without it such a turn begins with its first word. */
  | { type: "turn_start" }
  /** The agent shows that it has taken words that were steered into its turn; said without that, nobody knows. Of other prompts it says nothing. */
  | { type: "steer_taken"; promptId: string }
  | { type: "usage"; inputTokens: number; outputTokens: number; costUsd?: number }
  /** The turn can't go on: the session stops it as it does for a person (`interrupt`), and ends the process where that does not help. */
  | { type: "stop_turn" }
  /** The agent rests. What it left open (tool calls, questions) is closed by the session. */
  | { type: "turn_end"; reason: TurnEndReason; error?: string /** See `ForkPoint`. */; mark?: string };

/** What a driver makes of one input: its next state, what happened, and lines for the agent's stdin (without newline). */
export interface Reaction<State> {
  state: State;
  facts: Fact[];
  writes: string[];
}

/** What becomes of a line, where nothing has to be said to the agent. */
export type Step<State> = Omit<Reaction<State>, "writes">;

export interface LaunchContext {
  /** Unique for this life of the process; ids that restart with the process must be made unique with it. */
  run: string;
  /** The agent's own name for the conversation to go on with, or null for a new one. */
  nativeId: string | null;
  /** Where to branch off from, in the first life of a fork: a conversation of another session. Then `nativeId` is null. */
  fork: ForkPoint | null;
  /** A fresh UUID, for agents that let us choose the name. */
  newNativeId: string;
  /** The program, as `find` found it. */
  executable: string;
  /** What people wish for; null = the agent's own default. */
  mode: string | null;
  model: string | null;
  /** What the conversation has used so far, for agents that only report totals. */
  spent: ForkPoint["spent"];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** A directory of Skein's own for what this kind of agent must keep on disk. */
  stateDir: string;
  /** Files that go with prompts to this process will be in here. */
  filesDir: string;
}

export interface Launch {
  argv: string[];
  /** Added to the client's environment. */
  env: Record<string, string>;
}

/** A file that goes with a prompt. */
export interface DeliveredFile {
  name: string;
  mediaType: string;
  bytes: number;
  /** Where its content is; of Skein's own making, readable by the agent while its process lives. */
  path: string;
  /** Its content, read when it is asked for: only for what a driver puts into its lines. */
  base64(): string;
}

export interface DeliveredPrompt {
  promptId: string;
  text: string;
  files?: readonly DeliveredFile[];
  /** A command of the agent's own: it must reach the program as one. Everything else must reach the model, also with a slash in front. */
  isCommand?: boolean;
}

/** What a person decided, in the words of the question. */
export interface DeliveredAnswer {
  permission: string;
  option: string;
  message: string | null;
  /** What was filled in, where the agent wanted to know something. */
  content?: FormContent | null;
}

/** How people wish it to work from the next turn on; null = leave it. */
export interface RequestedSetting {
  mode: string | null;
  model: string | null;
  /** Something lives in the process, beside its turns, that would end with it: a new one is for where nothing else will do. */
  hasWork?: boolean;
}

/** How a process ended, for what only its driver can read from it. */
export interface Ending {
  /** Null when a signal ended it, or nobody saw how. */
  code: number | null;
  stderr: string;
  /** We ended it. */
  isStopped: boolean;
}

/** A question that waits for an answer. */
export interface OpenQuestion {
  readonly id: string;
  /** Where a yes does not say once more what was shown: the call that it would let run. */
  readonly call?: {
    /** By which the call is known as it was when the question was asked, and as it is now; empty = nothing is known of it. */
    readonly shown: string;
    readonly now: string;
    /** The option that says no. */
    readonly no: string;
  };
}

/** What a driver does. `defineDriver` makes a `Driver` of it. */
export interface Behaviour<State> {
  launch(context: LaunchContext): Launch;
  /** Where the program keeps its own record of a conversation: a pattern for `nativeFileOf`, or null when it has no file for each. */
  nativeFiles?(context: Pick<LaunchContext, "env" | "stateDir">): string | null;
  /** The state of a fresh process, and what to say to it first. A one-shot agent has been given its prompt by then. */
  open(context: LaunchContext, prompt: DeliveredPrompt | null): Reaction<State>;
  /** Total: a line that it does not understand becomes a notice, never nothing and never an exception. */
  read(state: State, line: string): Reaction<State>;
  /** For a one-shot: its whole stdin. Without it that is the prompt's text as it stands. */
  stdin?(prompt: DeliveredPrompt): string;
  /** For a stream: a line for its stdin. For a one-shot this is not called. */
  deliver(state: State, prompt: DeliveredPrompt): Reaction<State>;
  answer(state: State, answer: DeliveredAnswer): Reaction<State>;
  /** More words into the turn that runs. Only called where `capabilities.steer` says so. */
  steer?(state: State, prompt: DeliveredPrompt): Reaction<State>;
  /** Asks the agent to stop its turn; it must still end the turn itself. */
  interrupt(state: State): Reaction<State>;
  /** Asks the agent to end all background tasks; it must still say that each has. Only called where `capabilities.tasks` says so. */
  stopTasks?(state: State): Reaction<State>;
  /** Questions of the agent that wait for an answer. A driver with questions has it: one above the limit is refused, and one whose call changes. */
  openQuestions?(state: State): readonly OpenQuestion[];
  /** Tells a running agent another mode or model; null when only a new process can have it. */
  configure?(state: State, setting: RequestedSetting): Reaction<State> | null;
  /** It was told of a wish and has not yet said what came of it: no prompt goes to it before. */
  isSettling?(state: State): boolean;
  /**
   * The agent has been quiet for a few seconds in a turn that it began by itself, and nothing in it is open. Where it does not tell the end of such
   * a turn, this is the end. Without it such a turn ends only by the agent's word.
   */
  endOwnTurn?(state: State): Reaction<State>;
  /** What the end of the process means, where that is not on its stdout: a refused login, a conversation that is gone. */
  ended?(state: State, ending: Ending): Fact[];
}

/**
 * What an agent calls its conversations and the places in them. Such an id comes back to its program as an argument, and a log may say anything:
 * what does not look like an id of that agent is never used as one.
 */
export interface IdShapes {
  readonly conversation: RegExp;
  /** Of the ends of turns; null = the agent has no ids for them. */
  readonly mark: RegExp | null;
}

export interface Identity {
  readonly id: string;
  readonly title: string;
  /** A sign to know it by in lists, where people have given it one. */
  readonly icon?: string;
  /** `oneshot` is a process for each prompt; all others are one long-lived process that takes prompts on its stdin. */
  readonly transport: Transport;
  readonly capabilities: Capabilities;
  /** A new process that is given no mode works as the agent does by itself, whatever those before it in the same conversation were told. */
  readonly forgetsMode?: boolean;
  /** Nothing else reaches its program, or comes from it. */
  readonly ids: IdShapes;
  readonly probe: Probe;
  find(env: Readonly<Record<string, string | undefined>>): Promise<Installation>;
}

/** A driver as the session sees it: the state is an opaque JSON value, either a driver's own or one that `restore` has checked. */
export type Driver = Identity &
  Omit<Required<Behaviour<unknown>>, "openQuestions"> & {
    /** The state of a running process as the log has it. Throws when this driver can't go on from it. */
    restore(stored: unknown): unknown;
  };

/** The drivers of one agent, by transport; `stream` is how it is run unless config.toml says otherwise. */
export type AgentDrivers = Readonly<{ stream: Driver } & Partial<Record<Transport, Driver>>>;
