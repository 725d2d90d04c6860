// Every key of config.toml: what it is for, a value that it may have, and the one that it has by itself. Help, `config get` and the
// reference come from here.
import { defaultConfig } from "../../home/config.ts";
import type { Config } from "../../home/index.ts";

export interface ConfigKey {
  /** `<name>` stands for a name of the person's own. */
  readonly key: string;
  /** As TOML writes it. */
  readonly example: string;
  readonly text: string;
  /** Not there: nothing, or what the agent does by itself. */
  readonly usual?: (config: Config) => unknown;
}

const limit = (
  key: string,
  name: keyof Config["limits"],
  { example, text }: { example: string; text: string },
): ConfigKey => ({ key: `limits.${key}`, example, text, usual: ({ limits }) => limits[name] });

const hook = (name: string, text: string): ConfigKey => ({
  key: `hooks.${name}`,
  example: '["/usr/local/bin/my-hook"]',
  text,
});

const tool = (key: string, example: string, text: string): ConfigKey => ({
  key: `tools.<name>.${key}`,
  example,
  text,
});

export const configKeys: readonly ConfigKey[] = [
  {
    key: "default_agent",
    example: '"claude"',
    text: "The agent of sessions whose creator names none; else the first that is installed",
  },
  {
    key: "project_roots",
    example: '["~/Projects"]',
    text: "Where the bare name of a directory is looked for",
    usual: ({ projectRoots }) => projectRoots,
  },
  {
    key: "agents.<name>.transport",
    example: '"oneshot"',
    text: 'How an agent is talked to: "stream", "acp" or "oneshot"',
  },
  {
    key: "agents.<name>.queued_prompts",
    example: "0",
    text: "How many prompts may wait in a session of that agent; without it, as limits.queued_prompts says",
  },
  limit("silence_minutes", "silenceMinutes", {
    example: "10",
    text: "A turn in which nothing happens for so long is stopped; read when the daemon starts",
  }),
  limit("running_sessions", "runningSessions", {
    example: "4",
    text: "How many sessions may work at once, background tasks not counted; 0 = all",
  }),
  limit("park_minutes", "parkMinutes", {
    example: "10",
    text: "A process that rests for so long is ended until the next prompt; 0 = never",
  }),
  limit("live_processes", "liveProcesses", {
    example: "32",
    text: "Past so many processes the one that has rested longest is ended; 0 = all may live",
  }),
  limit("turn_minutes", "turnMinutes", {
    example: "30",
    text: "A turn that takes longer is stopped; 0 = no limit",
  }),
  limit("budget_usd", "budgetUsd", { example: "5", text: "What a session may cost in dollars; 0 = no limit" }),
  limit("budget_tokens", "budgetTokens", { example: "2000000", text: "Tokens that a session may use; 0 = no limit" }),
  limit("resume_after_quota", "resumeAfterQuota", {
    example: "true",
    text: "Go on by itself when a vendor's quota is there again",
  }),
  limit("queued_prompts", "queuedPrompts", {
    example: "10",
    text: "How many prompts may wait in a session, up to 100; 0 = no queue: what can't go at once is refused",
  }),
  limit("min_free_mb", "minFreeMegabytes", {
    example: "32",
    text: "With less free disk than this nothing more is accepted, until there is room again",
  }),
  limit("unread_output_mb", "unreadOutputMegabytes", {
    example: "200",
    text: "An agent that has printed so much while nobody read it waits until somebody does; counts for agents started after the change; 0 = no limit",
  }),
  limit("stderr_mb", "stderrMegabytes", {
    example: "16",
    text: "Of a longer stderr of an agent the first and the last part are kept; counts for agents started after the change; 0 = no limit",
  }),
  { key: "notify.command", example: '["/usr/local/bin/tell-me"]', text: "A command that calls you when nobody looks" },
  { key: "notify.webhook", example: '"https://ntfy.example/topic"', text: "An address that is told the same" },
  {
    key: "notify.include_text",
    example: "true",
    text: "The webhook is told more than one line",
    usual: ({ notify }) => notify.includeText,
  },
  {
    key: "notify.cleared",
    example: "true",
    text: "They are also told when nothing is asked of you any more",
    usual: ({ notify }) => notify.cleared,
  },
  hook("session_start", "Your command when a session begins"),
  hook("session_end", "Your command when a session ends"),
  hook("turn_end", "Your command when a turn ends"),
  hook("permission", "Your command when an agent asks"),
  hook("error", "Your command when something fails"),
  {
    key: "hooks.timeout_seconds",
    example: "10",
    text: "What runs for longer is ended with all that it started",
    usual: ({ hooks }) => hooks.timeoutSeconds,
  },
  tool("command", '"my-chat"', "What is run: a name on your PATH or an absolute path"),
  tool("protocol", '"oneshot"', 'How it is talked to: "oneshot" (by itself), "lines" or "acp"'),
  tool("args", '["--quiet"]', "Arguments that it always gets"),
  tool("env", '{ MY_SETTING = "1" }', "Variables that it gets"),
  tool("icon", '"🧶"', "A sign for lists"),
  tool("queued_prompts", "0", "How many prompts may wait in a session of that tool"),
  tool("prompt_flag", '"--message"', "The prompt is an argument after this flag; without it, it is the whole of stdin"),
  tool("model_flag", '"--model"', "Sets the model"),
  tool("dangerous_flag", '"--yes-to-all"', "Is added in mode auto, the only mode that such a tool has"),
  tool("dangerous_mode", "true", "The dangerous flag is always added"),
  tool("session_id_flag", '"--session"', "The tool takes a name for a new conversation"),
  tool("session_id_env", '"MY_CHAT_SESSION"', "The variable that holds the conversation's name"),
  tool("session_id_json_path", '"session.id"', "Where in its output it tells the name that it has chosen"),
  tool("resume_flag", '"--resume"', "Goes on with a conversation"),
  tool("output_format_flag", '"--output json"', "Makes it print JSON"),
  tool("output_format", '"json"', '"text", "json" (one document) or "jsonl" (one in each line)'),
  tool("response_json_path", '"answer.text"', "Where its answer is"),
  tool("error_json_path", '"error"', "Where it tells that it has failed"),
  tool("prompt_patterns", '["^my-chat> $"]', "What its output ends with when it waits (lines)"),
  tool("busy_patterns", '["^working"]', "A last line like that is no prompt (lines)"),
  tool("detect_patterns", '["^My Chat"]', "What it must have said before its first prompt (lines)"),
  tool("multiline_marks", "['<<', '>>']", "What it wants around a prompt of several lines (lines)"),
  tool("start_seconds", "60", "How long it may take until its first prompt (lines)"),
  tool("capture_resume", "true", "Ask for the conversation's name in a process of its own (lines); see docs/config.md"),
];

const patternOf = ({ key }: ConfigKey): RegExp => {
  const parts = key.split("<name>").map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join("[^\\u0000]+")}$`);
};

/** The entry for a key that a person has typed. */
export const configKeyOf = (key: string): ConfigKey | null =>
  configKeys.find((one) => patternOf(one).test(key)) ?? null;

export const usualValue = ({ usual }: ConfigKey): unknown => usual?.(defaultConfig) ?? null;
