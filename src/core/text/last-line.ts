const MAX_LENGTH = 300;

/** The last line of what a program said, which is most often why it failed; not all of a very long one. */
export const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.trim().slice(0, MAX_LENGTH) ?? "";
