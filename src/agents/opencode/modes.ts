// Skein's modes in OpenCode's words: its permissions, and the agent of its own that answers.
// Permissions go in by the environment: those of a conversation do not hold for its subagents (1.18.33). So another mode is
// another process.
import type { Mode, ModeEffects } from "../../core/index.ts";
import { isMode } from "../../core/index.ts";

type Permissions = Readonly<Record<string, "allow" | "ask" | "deny">>;

const outside = { webfetch: "ask", websearch: "ask" } as const;

const permissions: Readonly<Record<Mode, Permissions>> = {
  ask: { edit: "ask", bash: "ask", ...outside },
  code: { edit: "allow", bash: "ask" },
  // What people have set up would go over what its planning agent may not do.
  plan: { edit: "deny", bash: "ask" },
  auto: {
    ...{ edit: "allow", bash: "allow", read: "allow", webfetch: "allow", websearch: "allow", task: "allow" },
    ...{ external_directory: "allow", doom_loop: "allow" },
  },
};

/** Without anybody to ask, what would be asked about is refused. */
export const modesOf = (canAsk: boolean): ModeEffects => {
  const asked = canAsk ? "asked" : "refused";
  return {
    ask: { edits: asked, commands: asked },
    code: { edits: "free", commands: asked },
    plan: { edits: "refused", commands: asked },
    auto: { edits: "free", commands: "free" },
  };
};

/** For the environment; without a wish, what the person has set up holds. */
export const permissionsFor = (mode: string | null): Permissions | null =>
  mode !== null && isMode(mode) ? permissions[mode] : null;

/** OpenCode's own agent that answers; null = the one that the person has set up. */
export const agentFor = (mode: string | null): string | null => (mode === "plan" ? "plan" : null);
