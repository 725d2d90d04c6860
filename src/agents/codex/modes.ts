// What Skein's modes are in Codex: when it asks, what its sandbox lets commands do, and whether it only plans.
import { isMode, type Mode, type ModeEffects } from "../../core/index.ts";

export interface Permissions {
  approvalPolicy: "untrusted" | "on-request" | "never";
  sandbox: "read-only" | "workspace-write" | "danger-full-access";
  collaboration: "plan" | "default";
}

/**
 * In `ask` there is no sandbox: what was approved would still run in it first, and only a failure within milliseconds would
 * be taken for its doing and tried again outside (0.166.0).
 */
const modes: Readonly<Record<Mode, Permissions>> = {
  ask: { approvalPolicy: "untrusted", sandbox: "danger-full-access", collaboration: "default" },
  code: { approvalPolicy: "on-request", sandbox: "workspace-write", collaboration: "default" },
  plan: { approvalPolicy: "never", sandbox: "read-only", collaboration: "plan" },
  auto: { approvalPolicy: "never", sandbox: "danger-full-access", collaboration: "default" },
};

export const permissionsOf = (mode: string | null): Permissions | null =>
  mode !== null && isMode(mode) ? modes[mode] : null;

/** Whether a question about a command means that it leaves the sandbox: inside of it this policy lets commands run unasked. */
export const asksToLeave = (approvalPolicy: unknown, hasSandbox: boolean): boolean =>
  hasSandbox && approvalPolicy !== "untrusted";

/** Where nobody is asked, what would be asked about must not be possible. */
export function silentSandboxOf(mode: string | null): Permissions["sandbox"] | null {
  const permissions = permissionsOf(mode);
  return permissions?.approvalPolicy === "untrusted" ? "read-only" : (permissions?.sandbox ?? null);
}

/** As seen with 0.166.0. */
export const askingEffects: ModeEffects = {
  ask: { edits: "asked", commands: "asked" },
  code: { edits: "free", commands: "sandboxed", note: "asks before a command leaves the sandbox" },
  plan: { edits: "refused", commands: "refused", note: "read-only commands run without asking" },
  auto: { edits: "free", commands: "free" },
};

/** `exec` asks nobody, so there is no mode in which it would. */
export const silentEffects: ModeEffects = {
  code: { edits: "free", commands: "sandboxed", note: "what the sandbox blocks fails" },
  plan: { edits: "refused", commands: "refused", note: "read-only commands run without asking" },
  auto: { edits: "free", commands: "free" },
};
