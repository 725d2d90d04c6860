// A prompt as text, the only form that is known to work for a tool of config.toml.
import type { DeliveredPrompt } from "../driver.ts";
import { withMention } from "../kit/file-mention.ts";

interface Typed {
  text: string;
  /** The reason for removing line breaks, if they were removed. */
  flattened: string | null;
}

const ONE_LINE =
  "The tool takes one line at a time, so the prompt's line breaks were sent as spaces (see multiline_marks).";
const HOLDS_MARK =
  "The prompt contains one of the tool's own marks (multiline_marks), so its line breaks were sent as spaces.";

/** The input for a tool that reads lines. */
export function typed(prompt: DeliveredPrompt, marks: readonly [string, string] | null): Typed {
  // Whether the tool can read the files depends on the tool.
  const words = withMention(prompt);
  const text = prompt.isCommand ? words : asText(words, marks);
  if (!/[\n\r\u2028\u2029]/.test(text)) return { text, flattened: null };
  if (marks && !prompt.isCommand && !holdsMark(text, marks))
    return { text: `${marks[0]}${text}${marks[1]}`, flattened: null };
  const line = text.replace(/(?<!\s)\s*[\n\r\u2028\u2029]\s*/g, " ");
  return { text: line, flattened: marks && !prompt.isCommand ? HOLDS_MARK : ONE_LINE };
}

const ZERO_WIDTH_SPACE = "\u200b";

/**
 * It is unknown which characters start one of the tool's own commands ("/run", "!ls"). So every text that begins with a punctuation character
 * gets an invisible character in front, which no tool ignores as a blank.
 */
function asText(text: string, marks: readonly [string, string] | null): string {
  const beginsWithMark = marks !== null && text.trimStart().startsWith(marks[0]);
  return beginsWithMark || /^\s*[^\s\p{L}\p{N}]/u.test(text) ? ZERO_WIDTH_SPACE + text : text;
}

/** The end mark inside the text, or one that is formed by the text's end and the mark, would end the text too early. */
const holdsMark = (text: string, [open, close]: readonly [string, string]): boolean =>
  text.includes(open) || `${text}${close}`.indexOf(close) < text.length;
