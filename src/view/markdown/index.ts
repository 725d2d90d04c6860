// Markdown as a tree. It is not in the index of `view/`: its parser is only loaded with the first transcript.
export { emptyMarkdown, type MarkdownBlock, readMarkdown } from "./markdown.ts";
export type { Inline, MarkdownNode } from "./tree.ts";
