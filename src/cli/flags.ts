// How a command declares its flags, and the global flags.

export interface Flag {
  /** `strings`: can be given several times. */
  readonly type: "string" | "strings" | "boolean";
  readonly short?: string;
  /** The name of the value in the help; booleans have none. */
  readonly value?: string;
  readonly summary: string;
  /** Former names, `n` for -n: they still work, but the help does not list them. */
  readonly formerly?: readonly string[];
}

export type Flags = Readonly<Record<string, Flag>>;

export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K]["type"] extends "string"
    ? string | undefined
    : F[K]["type"] extends "strings"
      ? readonly string[]
      : boolean;
};

export const globalFlags = {
  session: {
    type: "string",
    short: "s",
    value: "session",
    summary: "The session: a name or id prefix; @ (this directory's), - (the previous one) or @last",
  },
  cd: { type: "string", short: "C", value: "dir", summary: "Run in this directory" },
  json: { type: "boolean", summary: "Print JSON" },
  yes: { type: "boolean", short: "y", summary: "Assume yes" },
  quiet: { type: "boolean", short: "q", summary: "Print only the result" },
  verbose: { type: "boolean", short: "v", summary: "Show error details" },
  "no-color": { type: "boolean", summary: "No colours" },
  "no-input": { type: "boolean", summary: "Never prompt" },
  help: { type: "boolean", short: "h", summary: "Show help" },
  version: { type: "boolean", short: "V", summary: "Show the version" },
} as const satisfies Flags;

export type GlobalValues = FlagValues<typeof globalFlags>;
