// The pure core: a session's state, its commands and events, and its next step. No I/O, no clock, no randomness.
export { type Agent, type AgentWay, ANY_FILE, type Capabilities } from "./agent.ts";
export { awaken } from "./arrangement/awaken.ts";
export { positionBetween, positionOf } from "./arrangement/position.ts";
export { isReadUpTo } from "./arrangement/unread.ts";
export { type Attention, attentionOf } from "./attention/attention.ts";
export { type Hook, hookOf } from "./attention/hook.ts";
export { type AttentionKind, detailOf, notesOf, type Waiting, waitingFor } from "./attention/waiting.ts";
export { background } from "./background.ts";
export { boundedCommands, commandNameIn, commandNames, listsCommand } from "./binding/agent-command.ts";
export { isCrashLoop } from "./binding/crash-loop.ts";
export type { AgentCommand, AgentExitOutcome, Transport } from "./binding/events.ts";
export type { ForkPoint } from "./binding/fork-point.ts";
export { restsSince } from "./binding/rest.ts";
export {
  dataOf,
  externalizeTexts,
  MAX_INLINE_BYTES,
  type NewBlob,
  restoreTexts,
  SHOWN_BYTES,
} from "./blob/externalize-texts.ts";
export { neededBlobs } from "./blob/needed.ts";
export { createPlaceholders, type Placeholders, type Shortened } from "./blob/placeholders.ts";
export { type BlobReference, blobsIn } from "./blob/reference.ts";
export { type RestoreFailure, restoreLine } from "./blob/restore-line.ts";
export { isPerson } from "./by.ts";
export {
  type Caller,
  countsAsPerson,
  describeCaller,
  refuseCaller,
  senderOf,
  type UnknownCause,
  unknownCauses,
} from "./caller.ts";
export { type ComposedEntry, composeTurns, type Side, type TreeEntry, type TurnEntries } from "./changes/compose.ts";
export { EditedFiles } from "./changes/edited-files.ts";
export type { CheckpointFailure } from "./changes/events.ts";
export type { FileChange, FileKind, FileStatus, Hunk } from "./changes/file-change.ts";
export { readPatch, shortenFiles } from "./changes/patch.ts";
export {
  type EditCall,
  editsOfCall,
  editTypes,
  extendEdits,
  noEdits,
  openCalls,
  type ToolEdits,
} from "./changes/tool-edits.ts";
export { extendSpans, noSpans, spanTypes, type TurnSpan, type TurnSpans } from "./changes/turn-spans.ts";
export type { Command, CommandOf, Decision, Outcome } from "./command.ts";
export { decide, dependsOnCaller, dependsOnPerson } from "./decide.ts";
export type { DecisionContext } from "./decision-context.ts";
export {
  type By,
  type DataOf,
  type Event,
  type EventBody,
  type EventType,
  eventData,
  type KnownEvent,
  understand,
} from "./event.ts";
export { SkeinError } from "./fault.ts";
export { Finder, type Hit } from "./find/finder.ts";
export { findTypes } from "./find/texts.ts";
export { forPeople } from "./for-people.ts";
export { arrivalOf, type LeftOut, moreArrived, tookPlaceIn } from "./lifecycle/arrive.ts";
export type { ExternalId, Fork, WorkspaceRef } from "./lifecycle/events.ts";
export { refuseChanged } from "./lifecycle/refuse-changed.ts";
export { type Shown, shownIn } from "./lifecycle/shown.ts";
export { ownSettingsOf } from "./lifecycle/take-over.ts";
export type { ReachedLimit } from "./limit/reached.ts";
export { type Limits, noLimits } from "./limit/state.ts";
export {
  type Grouped,
  groupOf,
  type ListGroup,
  type ListOrder,
  listGroups,
  listOrders,
  type Need,
  needOf,
  type Section,
  sectionsOf,
} from "./list-groups.ts";
export { activityOf, type Placed, type SessionOrder, sessionOrders } from "./list-order.ts";
export { nextRefreshTime, nextStep, type Step } from "./next-step.ts";
export { whyOnlyRead } from "./only-read.ts";
export { changesProgress, type Progress, progressOf } from "./outcome/progress.ts";
export {
  type Complaint,
  type EndedTurn,
  type Halted,
  haltOf,
  type PersonNeeded,
  type PromptResult,
} from "./outcome/result.ts";
export { changesStanding, standingOf } from "./outcome/standing.ts";
export { LOGIN_NEEDED, type PromptWatch, watchEvent, watchPrompt } from "./outcome/watch.ts";
export {
  emptyOutline,
  extendOutline,
  type Outline,
  type OutlineEntry,
  outlineEntries,
  outlineTypes,
} from "./outline/outline.ts";
export {
  type Asked,
  answerableChoices,
  type Choice,
  type ChoiceKind,
  choicesOf,
  isWhole,
  missingTexts,
} from "./permission/choices.ts";
export type { FormContent, FormField, PermissionOption, PermissionRequest } from "./permission/events.ts";
export { optionLabel } from "./permission/option-label.ts";
export { OPEN_PERMISSIONS, type OpenPermission } from "./permission/state.ts";
export {
  advance,
  gapMs,
  IDLE_MS,
  type Mark,
  type Marks,
  type Moment,
  Moves,
  nextSpeed,
  type Pace,
  Player,
  type Reel,
  speeds,
  type Timed,
} from "./playback/index.ts";
export { emptyMarks, extendMarks } from "./playback/marks.ts";
export { type RuleProblem, ruleProblem } from "./policy/compile-rule.ts";
export { describeRule, ruleInOneLine } from "./policy/describe-rule.ts";
export { type Evaluation, evaluateRequest } from "./policy/evaluate-request.ts";
export { proposeRule } from "./policy/propose-rule.ts";
export { type PastRequest, proposeFrom, type Replayed, replayPolicy } from "./policy/replay-policy.ts";
export { stretchesOf } from "./policy/right-to-left.ts";
export type { EvaluationContext, PathContext, Rule, RuleSource, Verdict } from "./policy/rule.ts";
export { readScript } from "./policy/shell/read-script.ts";
export { markPadding, type Oddity, suspiciousText } from "./policy/suspicious-text.ts";
export { visibleText } from "./policy/visible-text.ts";
export { blockingQuestion } from "./prompt/blocking-question.ts";
export type { PromptFile } from "./prompt/events.ts";
export { beginsByItself } from "./prompt/hold.ts";
export { nextPrompt } from "./prompt/queue.ts";
export { stateAtEnd } from "./prompt/reduce.ts";
export { type PromptOutcome, type PromptStateWord, QUEUE_LIMIT, type QueuedPrompt } from "./prompt/state.ts";
export { promptTitle } from "./prompt/title.ts";
export { chainFrom, type HeldWait, type PassingWait, type Wait, waitOf } from "./prompt/wait.ts";
export { reduce } from "./reduce.ts";
export { type Refused, type Rejection, type RejectionCode, reject } from "./rejection.ts";
export {
  type Candidate,
  type FoundBy,
  freeName,
  HERE,
  looksLikeId,
  type Resolved,
  resolve,
  sameName,
} from "./resolve.ts";
export { environmentSecrets } from "./secrets/environment-secrets.ts";
export { findSecrets } from "./secrets/find-secrets.ts";
export { type Found as FoundSecret, maskedPart } from "./secrets/found.ts";
export { type MaskedKind, type MaskedSecret, maskSession } from "./secrets/mask-session.ts";
export {
  isMode,
  isPlanning,
  type Mode,
  type ModeEffect,
  type ModeEffects,
  modeNames,
  type Treatment,
} from "./setting/mode.ts";
export { isModelName } from "./setting/model.ts";
export { AFTER_REFUSAL } from "./setting/refused.ts";
export { FOLD_VERSION, initialState, type SessionState } from "./state.ts";
export { type Status, type StatusWord, statusOf } from "./status.ts";
export { type Shelf, type Summary, shelfOf, summaryOf } from "./summary.ts";
export { closeTask, closeTasks } from "./task/decide.ts";
export type { TaskKind, TaskOutcome } from "./task/events.ts";
export { countTasks, isOfTask, type RunningTask } from "./task/state.ts";
export { byteSize } from "./text/byte-size.ts";
export { firstBytes } from "./text/first-bytes.ts";
export { lastLine } from "./text/last-line.ts";
export { AGENT_TITLE_LENGTH, FOREIGN_TITLE_LENGTH, INPUT_TEXT_LENGTH, TITLE_LENGTH } from "./text/lengths.ts";
export { type Line, LineSplitter, TextLines } from "./text/line-splitter.ts";
export { tooMuchJson } from "./text/too-much-json.ts";
export type { Block, BlockKind, BlockOf, Cut } from "./transcript/block.ts";
export { emptyTail, extendTail, type TranscriptTail } from "./transcript/tail.ts";
export { emptyTranscript, extendTranscript, type Transcript } from "./transcript/transcript.ts";
export { closePermissions, closeTurn } from "./turn/decide.ts";
export type { TurnEndReason } from "./turn/events.ts";
export { closeOrphans } from "./turn/orphaned.ts";
export { isInDoubt, STEERED_IN_DOUBT } from "./turn/steered.ts";
export { stopError } from "./turn/stop-error.ts";
export { spentIn } from "./usage/spent.ts";
export {
  dayIn,
  noCounts,
  sumOf,
  type UsageCounts,
  type UsageOverTime,
  usageOf,
  usageTypes,
} from "./usage/usage-over-time.ts";
export { inOwnSpelling, isUuid, pathInOwnSpelling } from "./uuid.ts";
