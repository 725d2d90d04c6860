// Skein's modes in Claude Code's words, and back.

const words: Readonly<Record<string, string>> = {
  ask: "default",
  code: "acceptEdits",
  plan: "plan",
  auto: "bypassPermissions",
};

export const modes = Object.keys(words);

/** Skips every question; a process must have been started for it. */
export const SKIP_PERMISSIONS = "bypassPermissions";

export const toAgentMode = (mode: string): string => words[mode] ?? mode;

/** A mode that has no word of ours keeps its own, marked: its "auto" is not ours. */
export const fromAgentMode = (mode: string): string =>
  Object.keys(words).find((ours) => words[ours] === mode) ?? `claude:${mode}`;
