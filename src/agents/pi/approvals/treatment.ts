// How each mode treats a tool call. An unknown tool is never free, except in the mode in which everything is.
import { kindOf } from "../tool.ts";

type Treatment = "free" | "asked" | "refused";

/** An unknown mode counts as the strictest one. */
export function treatmentOf(mode: unknown, toolName: string): Treatment {
  const kind = kindOf(toolName);
  if (mode === "auto" || kind === "read" || kind === "search") return "free";
  if (mode === "plan") return "refused";
  return mode === "code" && kind === "edit" ? "free" : "asked";
}
