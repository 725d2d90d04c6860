// Skein's modes in OpenCode: its permissions, and which of its own agents answers. Permissions are set by the environment, because those of a
// conversation do not apply to its subagents (1.18.33). So another mode needs another process.
import type { Mode, ModeEffects } from "../../core/index.ts";
import { isMode } from "../../core/index.ts";

type Permissions = Readonly<Record<string, "allow" | "ask" | "deny">>;

const outside = { webfetch: "ask", websearch: "ask" } as const;

const permissions: Readonly<Record<Mode, Permissions>> = {
  ask: { edit: "ask", bash: "ask", ...outside },
  code: { edit: "allow", bash: "ask" },
  // The user's settings would override what its planning agent may not do.
  plan: { edit: "deny", bash: "ask" },
  auto: {
    ...{ edit: "allow", bash: "allow", read: "allow", webfetch: "allow", websearch: "allow", task: "allow" },
    ...{ external_directory: "allow", doom_loop: "allow" },
  },
};

/** Without anybody to ask, such an action is refused. */
export const modesOf = (canAsk: boolean): ModeEffects => {
  const asked = canAsk ? "asked" : "refused";
  return {
    ask: { edits: asked, commands: asked },
    code: { edits: "free", commands: asked },
    plan: { edits: "refused", commands: asked },
    auto: { edits: "free", commands: "free" },
  };
};

/** For the environment; without a requested mode, the user's settings apply. */
export const permissionsFor = (mode: string | null): Permissions | null =>
  mode !== null && isMode(mode) ? permissions[mode] : null;

/** OpenCode's own agent that answers; null = the one in the user's settings. */
export const agentFor = (mode: string | null): string | null => (mode === "plan" ? "plan" : null);
