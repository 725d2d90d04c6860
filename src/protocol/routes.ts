// Written by `npm run schemas` from the operations: what a client needs to send a request, without their schemas.
import type { OperationName } from "./operations/table.ts";

export interface Route {
  readonly method: string;
  readonly path: string;
  /** The body's media type where it is not JSON. */
  readonly takes?: string;
  /** It may not be done twice: a client sends it once. */
  readonly isOnce?: true;
  /** A person wants it now: it starts the daemon also after that was stopped. */
  readonly revives?: true;
  /** It takes as long as it takes: a client does not give up on it. */
  readonly isLong?: true;
}

export const routes: Readonly<Record<OperationName, Route>> = {
  health: { method: "GET", path: "/healthz" },
  ready: { method: "GET", path: "/readyz" },
  server: { method: "GET", path: "/v1" },
  openapi: { method: "GET", path: "/v1/openapi.json" },
  caller: { method: "GET", path: "/v1/caller" },
  confirmOnTerminal: { method: "POST", path: "/v1/confirmations" },
  drain: { method: "POST", path: "/v1/drain", isLong: true },
  backups: { method: "GET", path: "/v1/backups", isLong: true },
  backup: { method: "POST", path: "/v1/backups", isLong: true },
  agents: { method: "GET", path: "/v1/agents" },
  agent: { method: "GET", path: "/v1/agents/:agent" },
  inspectAgents: { method: "POST", path: "/v1/agents/inspect" },
  processes: { method: "GET", path: "/v1/processes" },
  directories: { method: "GET", path: "/v1/directories" },
  resolve: { method: "GET", path: "/v1/resolve" },
  sessions: { method: "GET", path: "/v1/sessions" },
  changes: { method: "GET", path: "/v1/changes" },
  create: { method: "POST", path: "/v1/sessions" },
  fork: { method: "POST", path: "/v1/sessions/:session/fork" },
  attach: { method: "POST", path: "/v1/attach" },
  session: { method: "GET", path: "/v1/sessions/:session" },
  events: { method: "GET", path: "/v1/sessions/:session/events" },
  outline: { method: "GET", path: "/v1/sessions/:session/outline", isLong: true },
  files: { method: "GET", path: "/v1/sessions/:session/files" },
  find: { method: "GET", path: "/v1/sessions/:session/find", isLong: true },
  allEvents: { method: "GET", path: "/v1/events" },
  channel: { method: "GET", path: "/v1/channel" },
  openLane: { method: "POST", path: "/v1/channels/:channel/lanes" },
  closeLane: { method: "DELETE", path: "/v1/channels/:channel/lanes" },
  blob: { method: "GET", path: "/v1/blobs/:hash" },
  upload: { method: "POST", path: "/v1/blobs", takes: "application/octet-stream", isLong: true },
  prompt: { method: "POST", path: "/v1/sessions/:session/prompts", revives: true },
  prompts: { method: "GET", path: "/v1/sessions/:session/prompts" },
  promptOutcome: { method: "GET", path: "/v1/sessions/:session/prompts/:prompt" },
  editPrompt: { method: "PATCH", path: "/v1/sessions/:session/prompts/:prompt" },
  withdrawPrompt: { method: "DELETE", path: "/v1/sessions/:session/prompts/:prompt" },
  queue: { method: "PUT", path: "/v1/sessions/:session/queue" },
  interrupt: { method: "POST", path: "/v1/sessions/:session/interrupt" },
  permissions: { method: "GET", path: "/v1/permissions" },
  permission: { method: "GET", path: "/v1/sessions/:session/permissions/:permission" },
  policy: { method: "GET", path: "/v1/policy" },
  addRule: { method: "POST", path: "/v1/policy/rules" },
  testPolicy: { method: "POST", path: "/v1/policy/test" },
  answer: { method: "POST", path: "/v1/sessions/:session/permissions/:permission/answer" },
  rename: { method: "PUT", path: "/v1/sessions/:session/name" },
  archive: { method: "PUT", path: "/v1/sessions/:session/archived" },
  arrange: { method: "PATCH", path: "/v1/sessions/:session/arrangement" },
  trash: { method: "DELETE", path: "/v1/sessions/:session" },
  trashed: { method: "GET", path: "/v1/trash" },
  emptyTrash: { method: "POST", path: "/v1/trash/empty", isLong: true },
  restore: { method: "POST", path: "/v1/sessions/:session/restore" },
  clear: { method: "POST", path: "/v1/sessions/:session/clear" },
  restart: { method: "POST", path: "/v1/sessions/:session/restart" },
  stop: { method: "POST", path: "/v1/sessions/:session/stop" },
  select: { method: "POST", path: "/v1/sessions/:session/select" },
  compareEnvironment: { method: "POST", path: "/v1/sessions/:session/environment/compare" },
  renewEnvironment: { method: "PUT", path: "/v1/sessions/:session/environment" },
  setMode: { method: "PUT", path: "/v1/sessions/:session/mode" },
  setModel: { method: "PUT", path: "/v1/sessions/:session/model" },
  setLimits: { method: "PUT", path: "/v1/sessions/:session/limits" },
  importSession: { method: "POST", path: "/v1/import", takes: "application/x-ndjson", isOnce: true, isLong: true },
  verify: { method: "POST", path: "/v1/sessions/:session/verify", isLong: true },
  stats: { method: "GET", path: "/v1/stats", isLong: true },
  attention: { method: "GET", path: "/v1/attention" },
  focus: { method: "PUT", path: "/v1/focus" },
  acknowledge: { method: "POST", path: "/v1/sessions/:session/ack" },
  openWeb: { method: "POST", path: "/v1/web", revives: true },
  pair: { method: "POST", path: "/v1/web/pair" },
  closeWeb: { method: "DELETE", path: "/v1/web" },
  webStatus: { method: "GET", path: "/v1/web" },
  signIn: { method: "POST", path: "/v1/sign-in", isOnce: true },
  signOut: { method: "POST", path: "/v1/sign-out" },
  devices: { method: "GET", path: "/v1/devices" },
  revokeDevices: { method: "POST", path: "/v1/devices/revoke" },
};
