// What a page needs of the core before it folds a log: none of it loads the schemas of events or the folds.
export { positionBetween, positionOf } from "./arrangement/position.ts";
export { commandNameIn, listsCommand } from "./binding/agent-command.ts";
export { restoreTexts } from "./blob/externalize-texts.ts";
export { isPerson } from "./by.ts";
export { type FileDiff, fileDiffs } from "./changes/file-diff.ts";
export { type DiffLine, lineDiff } from "./changes/line-diff.ts";
export { shownIn } from "./lifecycle/shown.ts";
export { noLimits } from "./limit/state.ts";
export { answerableChoices, isWhole, missingTexts } from "./permission/choices.ts";
export { optionLabel } from "./permission/option-label.ts";
export { hasRightToLeft, stretchesOf } from "./policy/right-to-left.ts";
export { markPadding, suspiciousText } from "./policy/suspicious-text.ts";
export { visibleText } from "./policy/visible-text.ts";
export { isBlockingTurn } from "./prompt/blocking-turn.ts";
export { waitOf } from "./prompt/wait.ts";
export {
  monthOf,
  tokensOf,
  type UsageBy,
  type UsageItem,
  type UsageRow,
  usageRows,
  usageTotal,
} from "./usage/usage-rows.ts";
