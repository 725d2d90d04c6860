// The driver port: our code for one kind of agent. Pure except for `find`: a driver turns lines into facts and requests into lines. Its state is
// plain JSON, committed together with the facts, so that a new daemon can continue in mid-turn.
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
  /** `install` is the command that installs it. */
  | { readonly kind: "missing"; readonly tried: readonly string[]; readonly install: string };

/** How to find out about an installation. Data only: one place runs the programs, and never to deliver a prompt. */
export interface Probe {
  /** Arguments that print its version; null if it has none of its own. */
  readonly version: readonly string[] | null;
  /** A login exists if one of these variables is set or one of these files below the home exists. Null = needs no login. */
  readonly login: {
    readonly variables: readonly string[];
    readonly files: readonly string[];
    /** The agent's own directory: this variable, else this directory below the home. `files` are relative to it. */
    readonly base?: { readonly variable: string; readonly usual: string };
    /** A settings file in which a line like this names a provider that may have a key of its own. */
    readonly provider?: { readonly file: string; readonly line: RegExp };
    /** A login may also be invisible, as in a keychain: then the absence of these proves nothing. */
    readonly isHidden?: boolean;
    /** What to do without any of them. */
    readonly hint: string;
  } | null;
  /** Model names that can be set: known ones, or those that the program prints with these arguments. Null = unknown. */
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
  | "quota_reported"
  | "error"
  | "notice";

/**
 * A fact from the agent. The session adds who, when, and the ids that only it knows (run, turn, prompt). It also reads the time out of a quota's
 * text (`resets 3pm (Europe/Berlin)`), because a driver has no clock.
 */
export type Fact =
  | { [T in SpokenType]: Omit<Extract<EventBody, { type: T }>, "by"> }[SpokenType]
  /** The agent is ready for prompts; `nativeId` is its own name for the conversation. */
  | { type: "bound"; nativeId: string; provenance: "assigned" | "reported"; model?: string }
  /** All of the agent's own commands. The stored list is bounded. */
  | { type: "commands"; commands: readonly AgentCommand[] }
  /** The agent does not know the conversation that it should resume. */
  | { type: "resume_failed"; message: string; hint: string }
  /** A background task has ended. `wakes`: the agent starts a turn because of it, a moment later. */
  | { type: "task_end"; taskId: string; outcome: TaskOutcome; summary?: string; wakes?: boolean }
  /** The agent starts to work without a prompt. Without this fact such a turn begins with its first text. */
  | { type: "turn_start" }
  /** The agent has read the text that was steered into its turn; without this fact nobody knows. It is not reported for other prompts. */
  | { type: "steer_taken"; promptId: string }
  | { type: "usage"; inputTokens: number; outputTokens: number; costUsd?: number }
  /** The turn can't go on: the session stops it as it does for a person (`interrupt`), and ends the process if that does not help. */
  | { type: "stop_turn" }
  /** The agent is idle. The session closes what it left open (tool calls, questions). */
  | { type: "turn_end"; reason: TurnEndReason; error?: string /** See `ForkPoint`. */; mark?: string };

/** The result of one input: the driver's next state, the facts, and lines for the agent's stdin (without newline). */
export interface Reaction<State> {
  state: State;
  facts: Fact[];
  writes: string[];
}

/** The result of a line that needs no reply to the agent. */
export type Step<State> = Omit<Reaction<State>, "writes">;

export interface LaunchContext {
  /** Unique for this run; ids that restart with the process must be made unique with it. */
  run: string;
  /** The agent's own name for the conversation to resume, or null for a new one. */
  nativeId: string | null;
  /** The fork point, in the first run of a fork: a conversation of another session. `nativeId` is null then. */
  fork: ForkPoint | null;
  /** A fresh UUID, for agents that let us choose the name. */
  newNativeId: string;
  /** The program, as `find` returned it. */
  executable: string;
  /** The requested mode and model; null = the agent's own default. */
  mode: string | null;
  model: string | null;
  /** What the conversation has used so far, for agents that report only totals. */
  spent: ForkPoint["spent"];
  cwd: string;
  /** A person has named the directory, or one above it, in Skein's config: what it brings for the agent may run. */
  isTrusted: boolean;
  env: Readonly<Record<string, string>>;
  /** Skein's directory for files that this kind of agent needs on disk. */
  stateDir: string;
  /** The directory of the files of prompts to this process. */
  filesDir: string;
}

export interface Launch {
  argv: string[];
  /** Added to the client's environment. */
  env: Record<string, string>;
  /** What the directory brings and the agent leaves out, because nobody trusts the directory: a sentence for people. */
  withheld?: string;
  /** The agent can't leave it out, so it is not started: why, and what a person can do. */
  refused?: { message: string; hint: string };
}

/** A file of a prompt. */
export interface DeliveredFile {
  name: string;
  mediaType: string;
  bytes: number;
  /** Its copy, which the agent can read while its process lives. */
  path: string;
  /** Reads its content, for drivers that put it into their lines. */
  base64(): string;
}

export interface DeliveredPrompt {
  promptId: string;
  text: string;
  files?: readonly DeliveredFile[];
  /** One of the agent's own commands: it must reach the program as one. All other text must reach the model, even if it begins with a slash. */
  isCommand?: boolean;
}

/** A person's answer, in terms of the question. */
export interface DeliveredAnswer {
  permission: string;
  option: string;
  message: string | null;
  /** The values, if the agent asked for a form. */
  content?: FormContent | null;
}

/** The settings from the next turn on; null = unchanged. */
export interface RequestedSetting {
  mode: string | null;
  model: string | null;
  /** Something in the process, beside its turns, would end with it: a new process is the last resort. */
  hasWork?: boolean;
}

/** How a process ended, for what only its driver can derive from that. */
export interface Ending {
  /** Null if a signal ended it, or if its status is unknown. */
  code: number | null;
  stderr: string;
  /** Skein ended it. */
  isStopped: boolean;
}

/** An open question. */
export interface OpenQuestion {
  readonly id: string;
  /** For agents whose yes does not repeat what was shown: the call that it would run. */
  readonly call?: {
    /** Fingerprints of the call, when the question was asked and now; empty = unknown. */
    readonly shown: string;
    readonly now: string;
    /** The option that denies. */
    readonly no: string;
  };
}

/** What a driver implements. `defineDriver` turns it into a `Driver`. */
export interface Behaviour<State> {
  launch(context: LaunchContext): Launch;
  /** Where the program keeps its own record of a conversation: a pattern for `nativeFileOf`, or null if it has no file per conversation. */
  nativeFiles?(context: Pick<LaunchContext, "env" | "stateDir">): string | null;
  /** The state of a fresh process, and the first lines for it. A one-shot agent already has its prompt by then. */
  open(context: LaunchContext, prompt: DeliveredPrompt | null): Reaction<State>;
  /** Total: a line that it does not understand becomes a notice, never nothing and never an exception. */
  read(state: State, line: string): Reaction<State>;
  /** For a one-shot: its whole stdin. Default: the prompt's text. */
  stdin?(prompt: DeliveredPrompt): string;
  /** For a stream: a line for its stdin. Not called for a one-shot. */
  deliver(state: State, prompt: DeliveredPrompt): Reaction<State>;
  answer(state: State, answer: DeliveredAnswer): Reaction<State>;
  /** Adds text to the running turn. Called only if `capabilities.steer` allows it. */
  steer?(state: State, prompt: DeliveredPrompt): Reaction<State>;
  /** Asks the agent to stop its turn; the agent must still end the turn itself. */
  interrupt(state: State): Reaction<State>;
  /** Asks the agent to end all background tasks; it must still report each end. Called only if `capabilities.tasks` allows it. */
  stopTasks?(state: State): Reaction<State>;
  /** The open questions. Required of a driver with questions: one above the limit, or one whose call changes, is refused. */
  openQuestions?(state: State): readonly OpenQuestion[];
  /** Gives a running agent another mode or model. Null: only a new process can have it. */
  configure?(state: State, setting: RequestedSetting): Reaction<State> | null;
  /** It was sent a setting and has not answered yet: no prompt is delivered before. */
  isSettling?(state: State): boolean;
  /**
   * The agent has been quiet for a few seconds in a turn that it started itself, with nothing open in it. For an agent that does not report the end
   * of such a turn, this is the end. Without this method the agent must report it.
   */
  endOwnTurn?(state: State): Reaction<State>;
  /** What the end of the process means, if the agent does not say it on its stdout: a refused login, a conversation that is gone. */
  ended?(state: State, ending: Ending): Fact[];
}

/**
 * The form of an agent's ids for conversations and positions in them. Such an id becomes an argument of its program, and a log may contain
 * anything: what does not look like an id of that agent is never used as one.
 */
export interface IdShapes {
  readonly conversation: RegExp;
  /** Of the ends of turns; null = the agent has no ids for them. */
  readonly mark: RegExp | null;
}

export interface Identity {
  readonly id: string;
  readonly title: string;
  /** A symbol for lists, if configured. */
  readonly icon?: string;
  /** `oneshot` is a process for each prompt; all others are one long-lived process that reads prompts from its stdin. */
  readonly transport: Transport;
  readonly capabilities: Capabilities;
  /** A new process without a mode works in the agent's default, whatever mode earlier processes of the conversation had. */
  readonly forgetsMode?: boolean;
  /** No other ids are sent to its program, or accepted from it. */
  readonly ids: IdShapes;
  readonly probe: Probe;
  find(env: Readonly<Record<string, string | undefined>>): Promise<Installation>;
}

/** A driver as the session sees it: the state is an opaque JSON value, either returned by the driver or checked by `restore`. */
export type Driver = Identity &
  Omit<Required<Behaviour<unknown>>, "openQuestions"> & {
    /** Restores the state of a running process from the log. Throws if this driver can't continue from it. */
    restore(stored: unknown): unknown;
  };

/** The drivers of one agent, by transport; `stream` is how it is run unless config.toml says otherwise. */
export type AgentDrivers = Readonly<{ stream: Driver } & Partial<Record<Transport, Driver>>>;
