// Closes what is unclosed in a markdown text that grows, so that half of a markup is never shown. Loaded apart: finished texts need none of it.
import remend from "remend";

const closing = {
  linkMode: "text-only",
  htmlTags: false,
  katex: false,
  comparisonOperators: false,
  singleTilde: false,
} as const;

export const mend = (source: string): string => remend(source, closing);
