// Skein's modes in Pi. Pi itself never asks: Skein's extension does, in all modes but one.
import type { ModeEffects } from "../../core/index.ts";

/** Pi itself would run everything. */
export const DEFAULT_MODE = "ask";

/** Without anybody to ask, such an action is refused. */
export const modesOf = (canAsk: boolean): ModeEffects => {
  const asked = canAsk ? "asked" : "refused";
  return {
    ask: { edits: asked, commands: asked, note: "the default when no mode is set" },
    code: { edits: "free", commands: asked },
    plan: { edits: "refused", commands: "refused", note: "only reads and searches files" },
    auto: { edits: "free", commands: "free" },
  };
};
