// Converts between Skein's modes and Claude Code's.
import { isMode, type Mode, type ModeEffects, modeNames } from "../../core/index.ts";

/** Edits files without asking. */
export const ALL_EDITS = "acceptEdits";

/** Asks nothing; requires a process that was started for it. */
export const SKIP_PERMISSIONS = "bypassPermissions";

const words: Readonly<Record<Mode, string>> = {
  ask: "default",
  code: ALL_EDITS,
  plan: "plan",
  auto: SKIP_PERMISSIONS,
};

/** As observed with 2.1.325. Without anybody to ask, such an action is refused. */
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

/** A mode that Skein has no word for keeps its name, marked, because the agent's "auto" is not Skein's. */
export const fromAgentMode = (mode: string): string =>
  modeNames.find((ours) => words[ours] === mode) ?? `claude:${mode}`;
