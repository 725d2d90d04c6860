// Refuses a mode or model that an agent does not support before anything is done, and lists the supported ones; both have the same exit code.
import type { AgentDetail } from "../../client/index.ts";
import { Failure } from "../failure.ts";
import { modeLines } from "../render/mode-effect.ts";
import { safeLine } from "../text/safe-text.ts";

export async function refuseMode({ title, capabilities }: AgentDetail, mode: string): Promise<void> {
  const { modes } = capabilities;
  if (Object.hasOwn(modes, mode)) return;
  const allowed = Object.keys(modes);
  const what = `${safeLine(title)} has no mode "${safeLine(mode)}"`;
  throw new Failure(allowed.length > 0 ? `${what}; it has:` : `${what}, and no modes that can be set`, {
    exit: "usage",
    code: "mode_unsupported",
    fix: allowed.length > 0 ? "choose one of them" : "omit it: this agent has no modes",
    lines: await modeLines(modes),
    facts: { allowed },
  });
}

export function refuseModel({ title, capabilities }: AgentDetail): void {
  if (capabilities.models) return;
  throw new Failure(`the model of ${safeLine(title)} can't be set`, {
    exit: "usage",
    code: "capability_missing",
    fix: "set it in the agent's own settings",
  });
}

/** A warning if the agent lists its models and this is not one of them; the agent may accept more than it lists. */
export function unlistedModel({ title, models }: AgentDetail, model: string): string | null {
  if (!models || models.length === 0 || models.includes(model)) return null;
  return `warning: ${safeLine(title)} does not list "${safeLine(model)}"; it lists: ${models.map(safeLine).join(", ")}\n`;
}
