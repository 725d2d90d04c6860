// Every key of config.toml: what it is for, the values that it takes, its default and an example. Parsing, `skein config`, help, completion and
// the table in docs/config.md come from here.
import type * as z from "zod";
import { QUEUE_LIMIT } from "../../core/index.ts";
import { key, namedTables, table, tableAs } from "./describe.ts";
import { tool } from "./tools.ts";
import * as is from "./values.ts";

const agent = table({
  transport: key(is.oneOf("stream", "acp", "oneshot"), {
    text: 'How an agent is talked to: in its own protocol ("stream"), by ACP ("acp"), or with a process for each prompt ("oneshot")',
    example: '"oneshot"',
    default: "stream",
  }),
  queued_prompts: key(is.queueLimit, {
    text: "How many prompts may wait in a session of that agent; without it, as limits.queued_prompts says",
    example: "0",
  }),
});

const limits = table({
  silence_minutes: key(is.upTo(24 * 60, "a number, up to 1440"), {
    text: "A turn in which nothing happens for so long is stopped; read when the daemon starts",
    example: "10",
    default: 10,
  }),
  running_sessions: key(is.count("0 = all"), {
    text: "How many sessions may work at once, background tasks not counted; 0 = all",
    example: "4",
    default: 0,
  }),
  park_minutes: key(is.amount("a number of minutes; 0 = never"), {
    text: "A process that rests for so long is ended until the next prompt; 0 = never",
    example: "10",
    default: 10,
  }),
  live_processes: key(is.count("0 = all"), {
    text: "Past so many processes the one that has rested longest is ended; 0 = all may live",
    example: "32",
    default: 32,
  }),
  turn_minutes: key(is.amount("a number of minutes; 0 = no limit"), {
    text: "A turn that takes longer is stopped; 0 = no limit",
    example: "30",
    default: 0,
  }),
  budget_usd: key(is.amount("an amount of dollars; 0 = no limit"), {
    text: "What a session may cost in dollars; 0 = no limit",
    example: "5",
    default: 0,
  }),
  budget_tokens: key(is.count("0 = no limit"), {
    text: "Tokens that a session may use; 0 = no limit",
    example: "2000000",
    default: 0,
  }),
  resume_after_quota: key(is.yesOrNo, {
    text: "Go on by itself when a vendor's quota is there again, at most a day later",
    example: "true",
    default: false,
  }),
  queued_prompts: key(is.queueLimit, {
    text: "How many prompts may wait in a session, up to 100; 0 = no queue: what can't go at once is refused",
    example: "10",
    default: QUEUE_LIMIT,
  }),
  min_free_mb: key(is.amount("a number of megabytes"), {
    text: "With less free disk than this nothing more is accepted, until there is room again; read when the daemon starts",
    example: "32",
    default: 32,
  }),
  unread_output_mb: key(is.amount("a number of megabytes; 0 = no limit"), {
    text: "An agent that has printed so much while nobody read it waits until somebody does; counts for agents started after the change; 0 = no limit",
    example: "200",
    default: 1000,
  }),
  stderr_mb: key(is.amount("a number of megabytes; 0 = no limit"), {
    text: "Of a longer stderr of an agent the first and the last part are kept; counts for agents started after the change; 0 = no limit",
    example: "16",
    default: 16,
  }),
});

const notify = table({
  command: key(is.commandLine, {
    text: "A command that calls you when nobody looks",
    example: '["/usr/local/bin/tell-me"]',
  }),
  webhook: key(is.webAddress, { text: "An address that is told the same", example: '"https://ntfy.example/topic"' }),
  include_text: key(is.yesOrNo, {
    text: "The webhook is told more than one line: what would run, the error, the beginning of the last message",
    example: "true",
    default: false,
  }),
  cleared: key(is.yesOrNo, {
    text: "They are also told when nothing is asked of you any more",
    example: "true",
    default: false,
  }),
});

const hook = (text: string) => key(is.commandLine, { text, example: '["/usr/local/bin/my-hook"]' });

/** Only from the home: what a repository brings along never runs by itself. */
const hooks = tableAs(
  {
    session_start: hook("Your command when a session begins"),
    session_end: hook("Your command when a session ends"),
    turn_end: hook("Your command when a turn ends"),
    permission: hook("Your command when an agent asks"),
    error: hook("Your command when something fails"),
    timeout_seconds: key(is.upTo(600, "a number, up to 600"), {
      text: "What runs for longer is ended with all that it started",
      example: "10",
      default: 10,
    }),
  },
  ({ timeout_seconds, ...commands }) => ({ commands, timeoutSeconds: timeout_seconds }),
);

export const configFields = {
  default_agent: key(is.agentName, {
    text: "The agent of sessions whose creator names none; else the first that is installed",
    example: '"claude"',
  }),
  project_roots: key(is.directories, {
    text: "Where the bare name of a directory is looked for",
    example: '["~/work", "/srv/code"]',
    default: ["~/Projects"],
  }),
  agents: namedTables(agent),
  limits,
  notify,
  hooks,
  tools: namedTables(tool),
};

export const configSchema = table(configFields);

export type Config = z.output<typeof configSchema>;
