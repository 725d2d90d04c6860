// The wire: operations, errors and stream frames, shared by daemon and clients.
export { API, limits } from "./api.ts";
export { type Feature, featureNames, features } from "./features.ts";
export {
  type ChangeLine,
  type CommitLine,
  changeLine,
  type Frame,
  ndjsonCommit,
  ndjsonEvent,
  ndjsonFrame,
  sseEvent,
  sseFrame,
} from "./frames.ts";
export { BYTES, JSON_TYPE, KEY_HEADER, NDJSON, SSE, TEXT } from "./media.ts";
export type { About, Access, Operation, Repeat } from "./operations/operation.ts";
export {
  type AnswerOf,
  type BodyOf,
  type CommandName,
  type OperationName,
  operations,
  type ParamsOf,
  type QueryName,
  type QueryOf,
  type ReceiptName,
} from "./operations/table.ts";
export { type Problem, type ProblemCode, problem, problems } from "./problem.ts";
export { type Route, routes } from "./routes.ts";
export type { AgentDetail, AgentList, ProcessList } from "./schemas/agent.ts";
export {
  type AddedRule,
  type AttentionList,
  attentionKinds,
  type InboxAnswer,
  type PastPermission,
  type PermissionDetail,
  type PolicyAnswer,
  type PolicyTest,
  type PushAnswer,
} from "./schemas/attention.ts";
export type {
  Backup,
  BackupAnswer,
  BackupList,
  CallerAnswer,
  ConfirmationAnswer,
  DrainAnswer,
  Period,
  ServerInfo,
  StatsAnswer,
  UsageAnswer,
} from "./schemas/daemon.ts";
export type { DiffAnswer, DiffNote, DiffTurn, NoTrees } from "./schemas/diff.ts";
export type { CommitPageAnswer, EventPageAnswer } from "./schemas/event.ts";
export { sessionName } from "./schemas/fields.ts";
export { type BlockName, blockNames, type FindAnswer } from "./schemas/find.ts";
export type { OutlineAnswer } from "./schemas/outline.ts";
export { cursor } from "./schemas/parameters.ts";
export type { DirectoryList, FileList } from "./schemas/places.ts";
export type { PromptAnswer, PromptItem, QueueAnswer, UploadAnswer } from "./schemas/prompt.ts";
export type {
  CommandAnswer,
  EmptyTrashAnswer,
  EnvironmentAnswer,
  ImportAnswer,
  ListedSession,
  ResolveAnswer,
  SessionAnswer,
  SessionDetail,
  SessionList,
  TrashList,
  VerifyAnswer,
} from "./schemas/session.ts";
export type { TimelineAnswer } from "./schemas/timeline.ts";
export {
  type ClosedWebAnswer,
  type DeviceAnswer,
  type DeviceList,
  deviceKinds,
  type OpenedWebAnswer,
  type PairAnswer,
  type RevokedAnswer,
  type SignInAnswer,
  type SignOutAnswer,
  type WebAddress,
  type WebStatusAnswer,
} from "./schemas/web.ts";
