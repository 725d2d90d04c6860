// The description of an agent that speaks ACP: how to start it, and how it differs from the protocol or from other agents.
import type { Mode, ModeEffect } from "../../../core/index.ts";
import type { Launch, LaunchContext } from "../../driver.ts";
import type { RpcError } from "../json-rpc.ts";
import type { Program } from "../program.ts";

/** For a program that only config.toml names, nothing is known but how it is started. */
export interface AcpAgent extends Omit<Program, Unknown>, Partial<Pick<Program, Unknown>> {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly quirks?: Quirks;
}

/** Without `login`, the agent's own text is used; without `ids`, every one-line id is accepted. */
type Unknown = "login" | "ids" | "probe";

/** One setting of the agent: its session mode, or one of its configuration options. */
export type Setting =
  | { readonly kind: "mode"; readonly id: string }
  | { readonly kind: "option"; readonly id: string; readonly value: string };

/** What is known of a call, for agents that do not report its input. */
export interface CallInWords {
  readonly kind: string;
  readonly title: string;
  readonly paths: readonly string[];
  readonly content: string;
}

export interface Quirks {
  /** Skein's modes, with the agent's settings for each. Only modes that take effect are listed. */
  readonly modes?: Readonly<
    Partial<Record<Mode, { readonly settings: readonly Setting[]; readonly effect: ModeEffect }>>
  >;
  /** Modes are fixed when the process starts: another mode needs a new process. */
  readonly setsModesAtStart?: boolean;
  /** The model can be set. */
  readonly canSetModel?: boolean;
  /** The characters that start one of the agent's commands; default "/". */
  readonly commandSigns?: string;
  /** It takes everything after such a character for a command, even a path. */
  readonly takesPathsForCommands?: boolean;
  /** Recognises that the model's vendor refuses the key, for an agent that reports it only as text. */
  readonly isRefusedKey?: (error: RpcError) => boolean;
  /** It answers `session/load` before it has repeated the history. */
  readonly repeatsAfterLoad?: boolean;
  /** The usage that it reports for a turn is the total of its process. */
  readonly totalsUsage?: boolean;
  /** Each chunk of its thinking is a whole thought. */
  readonly wholeThoughts?: boolean;
  /** What it would remember of a yes for the session, if its own label is not precise enough. `kind` is the call's. */
  readonly grantLabel?: (option: { readonly id: string; readonly kind: string }) => string | null;
  /** Input fields of a command that do not affect what runs, and that its questions omit. */
  readonly labels?: readonly string[];
  /** The input of a tool call, for an agent that does not report it. */
  readonly inputOf?: (call: CallInWords) => object | null;
  /** Recognises text that is the agent's own and not the model's. */
  readonly readText?: (text: string) => OwnWords | null;
  /** The command line, if it takes more than starting the program. */
  readonly launch?: (context: LaunchContext, command: string[]) => Omit<Launch, "env">;
}

export type OwnWords =
  | { readonly kind: "mode"; readonly mode: string }
  | { readonly kind: "notice"; readonly text: string }
  /** Another line says it better. */
  | { readonly kind: "noise" }
  /** The turn has failed, if nothing follows. `isSure` = a model would never write this. */
  | { readonly kind: "failure"; readonly message: string; readonly isSure: boolean };
