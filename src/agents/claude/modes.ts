// Skein's modes in Claude Code's words, and back.

/** Edits of files are not asked about. */
export const ALL_EDITS = "acceptEdits";

/** Skips every question; a process must have been started for it. */
export const SKIP_PERMISSIONS = "bypassPermissions";

const words: Readonly<Record<string, string>> = {
  ask: "default",
  code: ALL_EDITS,
  plan: "plan",
  auto: SKIP_PERMISSIONS,
};

export const modes = Object.keys(words);

export const toAgentMode = (mode: string): string => words[mode] ?? mode;

/** A mode that has no word of ours keeps its own, marked: its "auto" is not ours. */
export const fromAgentMode = (mode: string): string =>
  Object.keys(words).find((ours) => words[ours] === mode) ?? `claude:${mode}`;
