// Every operation of the daemon, by name. This table is complete.
import type * as z from "zod";
import { acknowledge } from "./acknowledge.ts";
import { addRule } from "./add-rule.ts";
import { agent } from "./agent.ts";
import { agents } from "./agents.ts";
import { allEvents } from "./all-events.ts";
import { answer } from "./answer.ts";
import { archive } from "./archive.ts";
import { arrange } from "./arrange.ts";
import { attach } from "./attach.ts";
import { attention } from "./attention.ts";
import { backup } from "./backup.ts";
import { backups } from "./backups.ts";
import { blob } from "./blob.ts";
import { caller } from "./caller.ts";
import { changes } from "./changes.ts";
import { channel } from "./channel.ts";
import { clear } from "./clear.ts";
import { closeLane } from "./close-lane.ts";
import { closeWeb } from "./close-web.ts";
import { compareEnvironment } from "./compare-environment.ts";
import { confirmOnTerminal } from "./confirm-on-terminal.ts";
import { create } from "./create.ts";
import { devices } from "./devices.ts";
import { diff } from "./diff.ts";
import { directories } from "./directories.ts";
import { drain } from "./drain.ts";
import { editPrompt } from "./edit-prompt.ts";
import { emptyTrash } from "./empty-trash.ts";
import { events } from "./events.ts";
import { files } from "./files.ts";
import { find } from "./find.ts";
import { focus } from "./focus.ts";
import { fork } from "./fork.ts";
import { health } from "./health.ts";
import { importSession } from "./import-session.ts";
import { inspectAgents } from "./inspect-agents.ts";
import { interrupt } from "./interrupt.ts";
import { openLane } from "./open-lane.ts";
import { openWeb } from "./open-web.ts";
import { openapi } from "./openapi.ts";
import { outline } from "./outline.ts";
import { pair } from "./pair.ts";
import { permission } from "./permission.ts";
import { permissions } from "./permissions.ts";
import { policy } from "./policy.ts";
import { processes } from "./processes.ts";
import { prompt } from "./prompt.ts";
import { promptOutcome } from "./prompt-outcome.ts";
import { prompts } from "./prompts.ts";
import { push } from "./push.ts";
import { queue } from "./queue.ts";
import { ready } from "./ready.ts";
import { rename } from "./rename.ts";
import { renewEnvironment } from "./renew-environment.ts";
import { resolve } from "./resolve.ts";
import { restart } from "./restart.ts";
import { restore } from "./restore.ts";
import { revokeDevices } from "./revoke-devices.ts";
import { select } from "./select.ts";
import { server } from "./server.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";
import { setLimits } from "./set-limits.ts";
import { setMode } from "./set-mode.ts";
import { setModel } from "./set-model.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { stats } from "./stats.ts";
import { stop } from "./stop.ts";
import { subscribePush } from "./subscribe-push.ts";
import { testPolicy } from "./test-policy.ts";
import { testPush } from "./test-push.ts";
import { timeline } from "./timeline.ts";
import { trash } from "./trash.ts";
import { trashed } from "./trashed.ts";
import { unsubscribePush } from "./unsubscribe-push.ts";
import { upload } from "./upload.ts";
import { usage } from "./usage.ts";
import { verify } from "./verify.ts";
import { webStatus } from "./web-status.ts";
import { withdrawPrompt } from "./withdraw-prompt.ts";

export const operations = {
  health,
  ready,
  server,
  openapi,
  caller,
  confirmOnTerminal,
  drain,
  backups,
  backup,
  agents,
  agent,
  inspectAgents,
  processes,
  directories,
  resolve,
  sessions,
  changes,
  create,
  fork,
  attach,
  session,
  events,
  outline,
  diff,
  timeline,
  files,
  find,
  allEvents,
  channel,
  openLane,
  closeLane,
  blob,
  upload,
  prompt,
  prompts,
  promptOutcome,
  editPrompt,
  withdrawPrompt,
  queue,
  interrupt,
  permissions,
  permission,
  policy,
  addRule,
  testPolicy,
  answer,
  rename,
  archive,
  arrange,
  trash,
  trashed,
  emptyTrash,
  restore,
  clear,
  restart,
  stop,
  select,
  compareEnvironment,
  renewEnvironment,
  setMode,
  setModel,
  setLimits,
  importSession,
  verify,
  stats,
  usage,
  attention,
  focus,
  push,
  subscribePush,
  unsubscribePush,
  testPush,
  acknowledge,
  openWeb,
  pair,
  closeWeb,
  webStatus,
  signIn,
  signOut,
  devices,
  revokeDevices,
} as const;

export type OperationName = keyof typeof operations;

type Table = typeof operations;
type With<Part extends string> = {
  [Name in OperationName]: Table[Name] extends Record<Part, z.ZodType> ? Name : never;
}[OperationName];

type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters in an operation's path. */
export type ParamsOf<Name extends OperationName> = Readonly<Record<ParamsIn<Table[Name]["path"]>, string>>;

/** Operations with a JSON body: each is a command with an id. */
export type CommandName = With<"body">;
export type BodyOf<Name extends CommandName> = Table[Name] extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : never;

/** Operations whose answer is recorded under the id of their body. */
export type ReceiptName = {
  [Name in OperationName]: Table[Name]["repeat"] extends "receipt" ? Name : never;
}[OperationName];

export type QueryName = With<"query">;
export type QueryOf<Name extends QueryName> = Table[Name] extends { query: infer Query extends z.ZodType }
  ? z.output<Query>
  : never;

export type AnswerOf<Name extends OperationName> = z.output<Table[Name]["answer"]>;
