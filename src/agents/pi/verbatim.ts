// Pi takes a leading slash for a command or a template, and trims a prompt from stdin (0.87.1). So such a prompt is sent between two marks,
// which Skein's extension removes before the model or the conversation's file gets it.

/** Invisible, not a blank, and never typed: U+2063. */
const MARK = "\u2063";

export const wrap = (text: string): string => `${MARK}${text}${MARK}`;

/** Other texts are sent unchanged. A text that begins with a mark gets additional ones. */
export const wrapSlash = (text: string): string => (text.startsWith("/") || text.startsWith(MARK) ? wrap(text) : text);

export const unwrap = (text: string): string =>
  text.length >= 2 && text.startsWith(MARK) && text.endsWith(MARK) ? text.slice(1, -1) : text;
