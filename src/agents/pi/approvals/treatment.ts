// What becomes of a tool call in each mode. What nobody knows is never free, except where everything is.
import { kindOf } from "../tool.ts";

type Treatment = "free" | "asked" | "refused";

/** A mode that nobody knows is the careful one. */
export function treatmentOf(mode: unknown, toolName: string): Treatment {
  const kind = kindOf(toolName);
  if (mode === "auto" || kind === "read" || kind === "search") return "free";
  if (mode === "plan") return "refused";
  return mode === "code" && kind === "edit" ? "free" : "asked";
}
