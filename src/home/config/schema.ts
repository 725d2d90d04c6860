// All keys of config.toml: purpose, type, default and example. Parsing, `skein config`, help, completion and the table in docs/config.md are
// derived from this.
import type * as z from "zod";
import { QUEUE_LIMIT } from "../../core/index.ts";
import { key, namedTables, table, tableAs } from "./describe.ts";
import { tool } from "./tools.ts";
import * as is from "./values.ts";

const agent = table({
  transport: key(is.oneOf("stream", "acp", "oneshot"), {
    text: 'How Skein talks to an agent: in its own protocol ("stream"), over ACP ("acp"), or with a process per prompt ("oneshot")',
    example: '"oneshot"',
    default: "stream",
  }),
  queued_prompts: key(is.queueLimit, {
    text: "How many prompts can be queued in a session of this agent; default: limits.queued_prompts",
    example: "0",
  }),
});

const limits = table({
  silence_minutes: key(is.upTo(24 * 60, "a number, up to 1440"), {
    text: "Stop a turn in which nothing happens for this long; read when the daemon starts",
    example: "10",
    default: 10,
  }),
  running_sessions: key(is.count("0 = no limit"), {
    text: "How many sessions may work at once, background tasks not counted; 0 = no limit",
    example: "4",
    default: 0,
  }),
  park_minutes: key(is.amount("a number of minutes; 0 = never"), {
    text: "End a process that is idle for this long, until the next prompt; 0 = never",
    example: "10",
    default: 10,
  }),
  live_processes: key(is.count("0 = no limit"), {
    text: "Beyond this number of processes, end the one that has been idle longest; 0 = no limit",
    example: "32",
    default: 32,
  }),
  turn_minutes: key(is.amount("a number of minutes; 0 = no limit"), {
    text: "Stop a turn that takes longer; 0 = no limit",
    example: "30",
    default: 0,
  }),
  budget_usd: key(is.amount("an amount of dollars; 0 = no limit"), {
    text: "Cost limit of a session in dollars; 0 = no limit",
    example: "5",
    default: 0,
  }),
  budget_tokens: key(is.count("0 = no limit"), {
    text: "Token limit of a session; 0 = no limit",
    example: "2000000",
    default: 0,
  }),
  resume_after_quota: key(is.yesOrNo, {
    text: "Continue when a vendor's quota is back, at most a day later",
    example: "true",
    default: false,
  }),
  queued_prompts: key(is.queueLimit, {
    text: "How many prompts can be queued in a session, up to 100; 0 = no queue: a prompt that can't go at once is refused",
    example: "10",
    default: QUEUE_LIMIT,
  }),
  min_free_mb: key(is.amount("a number of megabytes"), {
    text: "With less free disk than this, accept nothing until there is room again; read when the daemon starts",
    example: "32",
    default: 32,
  }),
  unread_output_mb: key(is.amount("a number of megabytes; 0 = no limit"), {
    text: "Pause an agent that has printed this much while no daemon reads it; applies to agents started after the change; 0 = no limit",
    example: "200",
    default: 1000,
  }),
  stderr_mb: key(is.amount("a number of megabytes; 0 = no limit"), {
    text: "Keep only the first and last part of a longer stderr of an agent; applies to agents started after the change; 0 = no limit",
    example: "16",
    default: 16,
  }),
});

const notify = table({
  command: key(is.commandLine, {
    text: "Command that notifies you when you are not looking",
    example: '["/usr/local/bin/tell-me"]',
  }),
  webhook: key(is.webAddress, {
    text: "URL that gets the same notification, if there is no command",
    example: '"https://ntfy.example/topic"',
  }),
  include_text: key(is.yesOrNo, {
    text: "Also send the webhook what would run, the error, or the beginning of the last message",
    example: "true",
    default: false,
  }),
  cleared: key(is.yesOrNo, {
    text: "Also send a notification when it is settled",
    example: "true",
    default: false,
  }),
});

const hook = (text: string) => key(is.commandLine, { text, example: '["/usr/local/bin/my-hook"]' });

/** Only the home's config has hooks: nothing in a repository runs automatically. */
const hooks = tableAs(
  {
    session_start: hook("Your command when a session starts"),
    session_end: hook("Your command when a session ends"),
    turn_end: hook("Your command when a turn ends"),
    permission: hook("Your command when an agent asks"),
    error: hook("Your command when something fails"),
    timeout_seconds: key(is.upTo(600, "a number, up to 600"), {
      text: "Timeout of hooks and the notify command",
      example: "10",
      default: 10,
    }),
  },
  ({ timeout_seconds, ...commands }) => ({ commands, timeoutSeconds: timeout_seconds }),
);

export const configFields = {
  default_agent: key(is.agentName, {
    text: "Agent of new sessions without --agent; default: the first one installed",
    example: '"claude"',
  }),
  project_roots: key(is.directories, {
    text: "Where a bare directory name is looked up",
    example: '["~/work", "/srv/code"]',
    default: ["~/Projects"],
  }),
  trusted_directories: key(is.directories, {
    text: "Directories, with those below, whose own plugins, hooks and MCP servers OpenCode and Copilot CLI may run",
    example: '["~/work/site"]',
    default: [],
  }),
  agents: namedTables(agent),
  limits,
  notify,
  hooks,
  tools: namedTables(tool),
};

export const configSchema = table(configFields);

export type Config = z.output<typeof configSchema>;
