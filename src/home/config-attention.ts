// `[hooks]` and `[notify]` in config.toml: the user's own commands, and how a person is called. Only from the home: what a repository brings
// along never runs by itself.
import { isCommand, isListOfText, isTable } from "./config-tool-values.ts";
import type { Complain } from "./config-tools.ts";

/** A program and its arguments; nothing of it goes through a shell. */
export type CommandLine = readonly [string, ...string[]];

const hooks = ["session_start", "session_end", "turn_end", "permission", "error"] as const;

export interface HooksConfig {
  readonly commands: Readonly<Partial<Record<(typeof hooks)[number], CommandLine>>>;
  /** What runs for longer is ended with all that it started. */
  readonly timeoutSeconds: number;
}

export interface NotifyConfig {
  readonly command: CommandLine | null;
  readonly webhook: string | null;
  /** The webhook is told more than the one line: what would run, the error, the beginning of the last message. */
  readonly includeText: boolean;
  /** Command and webhook are also told when nothing is asked of people any more. */
  readonly cleared: boolean;
}

export const defaultHooks: HooksConfig = { commands: {}, timeoutSeconds: 10 };
export const defaultNotify: NotifyConfig = { command: null, webhook: null, includeText: false, cleared: false };

const LONGEST_SECONDS = 600;

export function parseHooks(value: unknown, complain: Complain): HooksConfig {
  if (!isTable(value)) return complain.about("hooks", "a table: [hooks]");
  const { timeout_seconds: timeoutSeconds = defaultHooks.timeoutSeconds, ...given } = value;
  if (typeof timeoutSeconds !== "number" || !(timeoutSeconds > 0 && timeoutSeconds <= LONGEST_SECONDS))
    return complain.about("hooks.timeout_seconds", `a number, up to ${LONGEST_SECONDS}`);
  const commands = Object.entries(given).map(([name, command]) => {
    if (!hooks.some((hook) => hook === name)) return complain.unknown(`hooks.${name}`, [...hooks, "timeout_seconds"]);
    return [name, parseCommandLine(command, { key: `hooks.${name}`, complain })];
  });
  return { commands: Object.fromEntries(commands), timeoutSeconds };
}

const notifyKeys = ["command", "webhook", "include_text", "cleared"];

export function parseNotify(value: unknown, complain: Complain): NotifyConfig {
  if (!isTable(value)) return complain.about("notify", "a table: [notify]");
  for (const key of Object.keys(value)) if (!notifyKeys.includes(key)) complain.unknown(`notify.${key}`, notifyKeys);
  const { command, webhook, include_text: includeText = false, cleared = false } = value;
  if (typeof includeText !== "boolean") return complain.about("notify.include_text", "true or false");
  if (typeof cleared !== "boolean") return complain.about("notify.cleared", "true or false");
  return {
    command: command === undefined ? null : parseCommandLine(command, { key: "notify.command", complain }),
    webhook: webhook === undefined ? null : parseWebhook(webhook, complain),
    includeText,
    cleared,
  };
}

function parseCommandLine(value: unknown, { key, complain }: { key: string; complain: Complain }): CommandLine {
  const [program, ...args] = isListOfText(value) ? value : [];
  if (program === undefined || !isCommand(program))
    return complain.about(key, "a list: a program's name, or its path beginning with /, and its arguments");
  return [program, ...args];
}

function parseWebhook(value: unknown, complain: Complain): string {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return url && isWeb ? url.href : complain.about("notify.webhook", "an address beginning with https:// or http://");
}
