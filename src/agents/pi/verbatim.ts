// Pi takes a leading slash for a command or a template, and trims a prompt from stdin (0.87.1). So such a prompt travels between
// two marks, and Skein's extension takes them off before the model or the conversation's file see them.

/** Invisible, no blank, and nothing that anybody types: U+2063. */
const MARK = "\u2063";

export const wrap = (text: string): string => `${MARK}${text}${MARK}`;

/** What needs no marks travels as it is. A text that has one at its beginning gets others around it. */
export const wrapSlash = (text: string): string => (text.startsWith("/") || text.startsWith(MARK) ? wrap(text) : text);

export const unwrap = (text: string): string =>
  text.length >= 2 && text.startsWith(MARK) && text.endsWith(MARK) ? text.slice(1, -1) : text;
