// The wire: routes, bodies, answers, errors and stream frames, shared by daemon and clients.
export type {
  AddedRule,
  AgentDetail,
  AgentList,
  Answers,
  AttentionList,
  Backup,
  BackupAnswer,
  BackupList,
  CallerAnswer,
  CommandAnswer,
  CommitPageAnswer,
  ConfirmationAnswer,
  DrainAnswer,
  EmptyTrashAnswer,
  EnvironmentAnswer,
  EventPageAnswer,
  ImportAnswer,
  InboxAnswer,
  ListedSession,
  Period,
  PermissionDetail,
  PolicyAnswer,
  PolicyTest,
  ProcessList,
  PromptAnswer,
  PromptItem,
  QueueAnswer,
  ResolveAnswer,
  SessionAnswer,
  SessionDetail,
  SessionList,
  StatsAnswer,
  TrashList,
  UploadAnswer,
  VerifyAnswer,
} from "./answers/index.ts";
export { API, limits, type ServerInfo } from "./api.ts";
export { type BodyOf, bodies, type CommandRoute, sessionName } from "./bodies.ts";
export { type Feature, featureNames, featureOfRoute, features } from "./features.ts";
export {
  type CommitLine,
  type Frame,
  NDJSON,
  ndjsonCommit,
  ndjsonEvent,
  ndjsonFrame,
  SSE,
  sseEvent,
  sseFrame,
} from "./frames.ts";
export { type Problem, type ProblemCode, problem, problems } from "./problem.ts";
export { type Parameter, type QueryOf, type QueryRoute, queries } from "./queries.ts";
export { type RouteName, routes } from "./routes.ts";
