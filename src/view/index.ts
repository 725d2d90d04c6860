// View models: what a user interface shows, without any framework, so that the page and the terminal say the same.

export { groupOf } from "../core/list-groups.ts";
export { type DiffLine, type FileDiff, fileDiffs, lineDiff, shownIn } from "../core/without-folds.ts";
export {
  attachmentRefusal,
  canShrink,
  fileName,
  fileType,
  isLongText,
  isStillHuge,
  shrunkSize,
  unreadableImage,
} from "./composer/attachments.ts";
export { earlierPrompts, type Recalled, recall } from "./composer/history.ts";
export { type OutgoingPrompt, outgoingPrompts } from "./composer/outgoing.ts";
export {
  type EnterKey,
  type PromptAction,
  promptActionForKey,
  promptActions,
  promptKeys,
} from "./composer/prompt-actions.ts";
export { movedTo, type QueueRow, queueRows, sentAgain } from "./composer/queue.ts";
export {
  commandSuggestions,
  fileSuggestion,
  type Suggestion,
  type SuggestionQuery,
  suggestionQueryAt,
  withSuggestion,
} from "./composer/suggestions.ts";
export {
  type AboutExport,
  type ExportedBlob,
  type ExportedContent,
  exportedLines,
  maskedTexts,
  readExported,
} from "./exported/exported-file.ts";
export { findWords } from "./find-words.ts";
export {
  type MarkKind,
  type MarkLines,
  markLines,
  momentText,
  type Point,
  placeOfEventText,
  speedText,
  timeAt,
  wordsAt,
} from "./playback/timeline.ts";
export { batchChoice, type CardChoice, type CardQuestion, cardOf, type QuestionCard } from "./questions/card.ts";
export { type FieldValue, type ReadForm, readForm } from "./questions/form.ts";
export { answeredText, settledText } from "./questions/outcome.ts";
export { sessionLabel } from "./session-label.ts";
export { type Offer, offersFor, type SessionAction, type SessionActionId, sessionActions } from "./sessions/actions.ts";
export { detailLine } from "./sessions/detail-line.ts";
export { recentDirectories } from "./sessions/directories.ts";
export {
  type DisplayStatus,
  displayStatusOf,
  type Row,
  type StatusIconName,
} from "./sessions/display-status.ts";
export { type EndingEffects, effectsOfEnding } from "./sessions/effects-of-ending.ts";
export { filterOf, filterWords } from "./sessions/filter.ts";
export { foldedAtFirst, type GroupOrder, groupSessions, TRASH, trashGroup } from "./sessions/groups.ts";
export { type Activity, backgroundText, stateText, usageText } from "./sessions/header.ts";
export {
  frozenLines,
  type Heights,
  isSameOrder,
  keptScroll,
  type Line,
  lineAt,
  linesOf,
  offsetsOf,
  positionAfterStep,
} from "./sessions/lines.ts";
export { type SnoozeChoice, snoozeChoices } from "./sessions/snooze.ts";
export { shortAge, withClockTimes } from "./times.ts";
export { type CallGroup, callGroupMs, callGroupText, isCallGroup, withCallGroups } from "./transcript/call-groups.ts";
export { changedLines } from "./transcript/changed-lines.ts";
export { type ForkLink, forkLinks } from "./transcript/forks.ts";
export { type Stretch, stretchesOf, type TranscriptItem } from "./transcript/item.ts";
export { outputText, shortenLines } from "./transcript/output.ts";
export { type TitlePart, titleParts, titleText } from "./transcript/title.ts";
export {
  answerLabel,
  answerText,
  bytesText,
  countText,
  durationText,
  placeText,
  senderText,
  taskEndText,
  toolStatusText,
  turnEndText,
} from "./transcript/words.ts";
