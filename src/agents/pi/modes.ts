// What Skein's modes mean here. Pi asks nobody by itself: Skein's extension does, in every mode but one.
import type { ModeEffects } from "../../core/index.ts";

/** Pi itself would run everything. */
export const DEFAULT_MODE = "ask";

/** Without anybody to ask, what would be asked about is refused. */
export const modesOf = (canAsk: boolean): ModeEffects => {
  const asked = canAsk ? "asked" : "refused";
  return {
    ask: { edits: asked, commands: asked, note: "the default when no mode is set" },
    code: { edits: "free", commands: asked },
    plan: { edits: "refused", commands: "refused", note: "only reads and searches files" },
    auto: { edits: "free", commands: "free" },
  };
};
