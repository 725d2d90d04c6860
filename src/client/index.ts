// The client library: typed calls, retries, and following a log over any number of connections.
export type {
  AgentDetail,
  CallerAnswer,
  CommandAnswer,
  DeviceList,
  DrainAnswer,
  EnvironmentAnswer,
  ImportAnswer,
  ListedSession,
  PermissionDetail,
  PolicyAnswer,
  PolicyTest,
  ProcessList,
  PromptItem,
  QueueAnswer,
  ServerInfo,
  UsageAnswer,
  WebStatusAnswer,
} from "../protocol/index.ts";
export { limits } from "../protocol/index.ts";
export { realWait } from "./back-off.ts";
export { Client } from "./client.ts";
export { ConnectionError } from "./connection-error.ts";
export type { Followed } from "./consume-lines.ts";
export { fetchTransport } from "./fetch-transport.ts";
export { type HostEnvironment, type Page, pageEnvironment, plainProcess } from "./host-environment.ts";
export type { LastSeenStorage } from "./last-seen.ts";
export { newId } from "./new-id.ts";
export { ProblemError, problemFrom } from "./problem-error.ts";
export { isListening } from "./request.ts";
export { ACKNOWLEDGE_WITHIN_MS, type Delivery } from "./send.ts";
export {
  ageMs,
  isStatusName,
  type SessionFilter,
  type StatusName,
  selectionOf,
  statusChoice,
  statusNames,
} from "./session-filter.ts";
export { Skein } from "./skein.ts";
export type { Transport } from "./transport.ts";
export { unixTransport } from "./unix-transport.ts";
