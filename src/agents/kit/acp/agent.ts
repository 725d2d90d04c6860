// What an agent that speaks ACP is to us: how to start it, and in what it differs from the protocol or from other agents.
import type { Mode, ModeEffect } from "../../../core/index.ts";
import type { Launch, LaunchContext } from "../../driver.ts";
import type { RpcError } from "../json-rpc.ts";
import type { Program } from "../program.ts";

/** Of a program that only config.toml names, no more is known than how it is started. */
export interface AcpAgent extends Omit<Program, Unknown>, Partial<Pick<Program, Unknown>> {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly quirks?: Quirks;
}

/** Without `login`, what the agent itself says about that; without `ids`, a conversation may be called by any line. */
type Unknown = "login" | "ids" | "probe";

/** One thing to set in the agent: its session mode, or one of its configuration options. */
export type Setting =
  | { readonly kind: "mode"; readonly id: string }
  | { readonly kind: "option"; readonly id: string; readonly value: string };

/** What an agent says of a call where others give its input. */
export interface CallInWords {
  readonly kind: string;
  readonly title: string;
  readonly paths: readonly string[];
  readonly content: string;
}

export interface Quirks {
  /** Our modes, and what each of them is for the agent. Only those that take effect are listed. */
  readonly modes?: Readonly<
    Partial<Record<Mode, { readonly settings: readonly Setting[]; readonly effect: ModeEffect }>>
  >;
  /** What a mode is, is settled when the process starts: another one needs another process. */
  readonly setsModesAtStart?: boolean;
  /** The model can be set. */
  readonly canSetModel?: boolean;
  /** Signs with which a prompt begins that the agent takes for a command of its own; "/" where it isn't said. */
  readonly commandSigns?: string;
  /** Whatever stands behind such a sign is a command to it, a path as well. */
  readonly takesPathsForCommands?: boolean;
  /** The model's vendor refuses the key, for an agent that says it in words only. */
  readonly isRefusedKey?: (error: RpcError) => boolean;
  /** It answers `session/load` before it has repeated the history. */
  readonly repeatsAfterLoad?: boolean;
  /** The usage that it reports for a turn is that of the whole life of the process. */
  readonly totalsUsage?: boolean;
  /** Each piece of its thinking is a thought of its own. */
  readonly wholeThoughts?: boolean;
  /** What it would remember of a yes for the session, in words, where its own label says less. `kind` is that of the call. */
  readonly grantLabel?: (option: { readonly id: string; readonly kind: string }) => string | null;
  /** Fields of a command's input that change nothing about what runs, and that its questions leave out. */
  readonly labels?: readonly string[];
  /** A tool call's input, for an agent that does not say it. */
  readonly inputOf?: (call: CallInWords) => object | null;
  /** Words that are no answer of the model but the agent's own, in the place of the model's. */
  readonly readText?: (text: string) => OwnWords | null;
  /** The command line, where more is to be done than to start the program. */
  readonly launch?: (context: LaunchContext, command: string[]) => Omit<Launch, "env">;
}

export type OwnWords =
  | { readonly kind: "mode"; readonly mode: string }
  | { readonly kind: "notice"; readonly text: string }
  /** What another line says better. */
  | { readonly kind: "noise" }
  /** The turn has failed, if nothing comes after it. `isSure` = no model would say it like this. */
  | { readonly kind: "failure"; readonly message: string; readonly isSure: boolean };
