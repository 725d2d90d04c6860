// Agents: their drivers, and the keeper that holds their processes.
export type { DeliveredFile, DeliveredPrompt, Driver, Fact, LaunchContext, Reaction } from "./driver.ts";
export { agentEnvironment } from "./environment.ts";
export { type Asked, createInspector, type Inspection, type Inspector } from "./inspect/index.ts";
export {
  DEFAULT_OUTPUT,
  filesDirOf,
  forgetKill,
  holdsRun,
  isKillNoted,
  noteKill,
  type OutputLimits,
  openRun,
  prepareRun,
  type Run,
  type RunExit,
  type RunSpec,
  removeRun,
  spoolOf,
} from "./keeper/index.ts";
export { joinPieces } from "./kit/coalesce.ts";
export { isId } from "./kit/id-shapes.ts";
export { rejectionAmong } from "./kit/questions/question-limits.ts";
export { resetTimeIn } from "./kit/quota.ts";
export { unreadableLine } from "./kit/unreadable-line.ts";
export { unfitValue } from "./kit/validate-ids.ts";
export {
  createLineOffload,
  type LineRange,
  type OffloadedLine,
  persistPlaceholders,
  placeholders,
  revivePlaceholders,
  type TextWriter,
} from "./large-lines/index.ts";
export { decodeLine, linesToBytes } from "./lines.ts";
export { agentOf, createRegistry, type Registry, waysOf } from "./registry.ts";
