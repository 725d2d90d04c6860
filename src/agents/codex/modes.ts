// Skein's modes in Codex: when it asks, what its sandbox permits, and whether it only plans.
import { isMode, type Mode, type ModeEffects } from "../../core/index.ts";

export interface Permissions {
  approvalPolicy: "untrusted" | "on-request" | "never";
  sandbox: "read-only" | "workspace-write" | "danger-full-access";
  collaboration: "plan" | "default";
}

/**
 * In `ask` there is no sandbox: an approved command would still run in the sandbox first, and only a failure within milliseconds would be
 * attributed to the sandbox and repeated outside (0.166.0).
 */
const modes: Readonly<Record<Mode, Permissions>> = {
  ask: { approvalPolicy: "untrusted", sandbox: "danger-full-access", collaboration: "default" },
  code: { approvalPolicy: "on-request", sandbox: "workspace-write", collaboration: "default" },
  plan: { approvalPolicy: "never", sandbox: "read-only", collaboration: "plan" },
  auto: { approvalPolicy: "never", sandbox: "danger-full-access", collaboration: "default" },
};

export const permissionsOf = (mode: string | null): Permissions | null =>
  mode !== null && isMode(mode) ? modes[mode] : null;

/** Whether a question about a command means that it leaves the sandbox: inside, this policy runs commands without asking. */
export const asksToLeave = (approvalPolicy: unknown, hasSandbox: boolean): boolean =>
  hasSandbox && approvalPolicy !== "untrusted";

/** If nobody can be asked, such actions must be impossible. */
export function silentSandboxOf(mode: string | null): Permissions["sandbox"] | null {
  const permissions = permissionsOf(mode);
  return permissions?.approvalPolicy === "untrusted" ? "read-only" : (permissions?.sandbox ?? null);
}

/** As observed with 0.166.0. */
export const askingEffects: ModeEffects = {
  ask: { edits: "asked", commands: "asked" },
  code: { edits: "free", commands: "sandboxed", note: "asks before a command leaves the sandbox" },
  plan: { edits: "refused", commands: "refused", note: "read-only commands run without asking" },
  auto: { edits: "free", commands: "free" },
};

/** `exec` can't ask, so it has no mode with questions. */
export const silentEffects: ModeEffects = {
  code: { edits: "free", commands: "sandboxed", note: "what the sandbox blocks fails" },
  plan: { edits: "refused", commands: "refused", note: "read-only commands run without asking" },
  auto: { edits: "free", commands: "free" },
};
