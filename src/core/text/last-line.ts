const MAX_LENGTH = 300;

/** The last line of a program's output, which usually says why it failed; cut if it is very long. */
export const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.trim().slice(0, MAX_LENGTH) ?? "";
