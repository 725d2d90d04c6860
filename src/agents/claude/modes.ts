// Skein's modes in Claude Code's words, and back.
import { isMode, type Mode, type ModeEffects, modeNames } from "../../core/index.ts";

/** Edits of files are not asked about. */
export const ALL_EDITS = "acceptEdits";

/** Skips every question; a process must have been started for it. */
export const SKIP_PERMISSIONS = "bypassPermissions";

const words: Readonly<Record<Mode, string>> = {
  ask: "default",
  code: ALL_EDITS,
  plan: "plan",
  auto: SKIP_PERMISSIONS,
};

/** As seen with 2.1.325. Without anybody to ask, what would be asked about is refused. */
export const modesOf = (canAsk: boolean): ModeEffects => {
  const asked = canAsk ? "asked" : "refused";
  return {
    ask: { edits: asked, commands: asked, note: "read-only commands are not asked about" },
    code: { edits: "free", commands: asked, note: "commands that only change files in the workspace count as edits" },
    plan: { edits: asked, commands: asked, note: "the model is instructed to change nothing" },
    auto: { edits: "free", commands: "free" },
  };
};

export const toAgentMode = (mode: string): string => (isMode(mode) ? words[mode] : mode);

/** A mode that has no word of ours keeps its own, marked: its "auto" is not ours. */
export const fromAgentMode = (mode: string): string =>
  modeNames.find((ours) => words[ours] === mode) ?? `claude:${mode}`;
