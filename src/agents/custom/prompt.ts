// A prompt as text: all that is known of a tool of config.toml is that it takes that.
import type { DeliveredPrompt } from "../driver.ts";
import { withMention } from "../kit/file-mention.ts";

interface Typed {
  text: string;
  /** Set when line breaks had to go: why. */
  flattened: string | null;
}

const ONE_LINE =
  "The tool takes one line at a time, so the prompt's line breaks were sent as spaces (see multiline_marks).";
const HOLDS_MARK =
  "The prompt contains one of the tool's own marks (multiline_marks), so its line breaks were sent as spaces.";

/** What a tool that takes lines is to be given. */
export function typed(prompt: DeliveredPrompt, marks: readonly [string, string] | null): Typed {
  // Whether the tool can read the files is its own matter.
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
 * Nobody knows which signs make a line one of the tool's own commands ("/run", "!ls"), so every text that begins with a sign has an invisible
 * character in front, which no tool takes for a blank.
 */
function asText(text: string, marks: readonly [string, string] | null): string {
  const beginsWithMark = marks !== null && text.trimStart().startsWith(marks[0]);
  return beginsWithMark || /^\s*[^\s\p{L}\p{N}]/u.test(text) ? ZERO_WIDTH_SPACE + text : text;
}

/** A mark inside of it, or one that its end makes together with the mark behind it, would end the text too early. */
const holdsMark = (text: string, [open, close]: readonly [string, string]): boolean =>
  text.includes(open) || `${text}${close}`.indexOf(close) < text.length;
