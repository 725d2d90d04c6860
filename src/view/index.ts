// View models: what a user interface shows, without any framework, so that the page and the terminal say the same.
export { emptyMarkdown, type Markdown, type MarkdownBlock, readMarkdown } from "./markdown/markdown.ts";
export type { Alignment, Inline, MarkdownNode } from "./markdown/tree.ts";
export { sessionLabel } from "./session-label.ts";
export { type Stretch, stretchesOf, type TranscriptItem } from "./transcript/item.ts";
export { outputText, shortenLines } from "./transcript/output.ts";
export { type TitlePart, titleParts } from "./transcript/title.ts";
export {
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
