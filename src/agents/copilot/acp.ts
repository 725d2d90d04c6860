// Copilot CLI over ACP, as of version 1.0.102. For it kit/acp also supports: output of a call that was not reported as running, a list of a
// command's parts, and `b/workspace/x` for `/workspace/x` in the head of a patch.
import type { AcpAgent, OwnWords, Setting } from "../kit/acp/agent.ts";
import { program } from "./program.ts";
import { trustIn } from "./trust.ts";

const mode = (name: string): Setting => ({
  kind: "mode",
  id: `https://agentclientprotocol.com/protocol/session-modes#${name}`,
});
const allowAll = (value: "on" | "off"): Setting => ({ kind: "option", id: "allow_all", value });

const failures = /^(\d{3} |Failed to get response from the AI model|Authentication failed with |Could not connect to )/;

/** It sends its own messages as the model's, and ends a failed turn like a successful one. */
function readText(text: string): OwnWords | null {
  if (text.startsWith("Error: ")) {
    const message = text.slice("Error: ".length);
    return { kind: "failure", message, isSure: failures.test(message) };
  }
  // The path of a file that it has written: the tool call reports it too.
  if (/^Info: \/\S+$/.test(text)) return { kind: "noise" };
  const [, told] = /^Info: (.*\. Retrying\.\.\.|Operation cancelled by user)$/.exec(text) ?? [];
  const notice =
    told ??
    /^Warning: (No token count multiplier is known for .*|\d+ tool call\(s\) had no recorded result .*)$/s.exec(
      text,
    )?.[1];
  return notice === undefined ? null : { kind: "notice", text: notice };
}

export const copilot = {
  ...program,
  args: ["--acp"],
  env: {},
  quirks: {
    // No mode of it asks before commands but not before edits, as `code` would. Its "autopilot" prompts the model again and again.
    modes: {
      ask: { settings: [mode("agent"), allowAll("off")], effect: { edits: "asked", commands: "asked" } },
      plan: { settings: [mode("plan"), allowAll("off")], effect: { edits: "refused", commands: "asked" } },
      auto: { settings: [mode("agent"), allowAll("on")], effect: { edits: "free", commands: "free" } },
    },
    canSetModel: true,
    totalsUsage: true,
    // For a command it remembers the exact text.
    grantLabel: ({ kind }) => (kind === "edit" ? "Always allow this and all edits" : null),
    labels: ["mode", "initial_wait"],
    readText,
    launch: (context, argv) => ({ argv, ...trustIn(context) }),
  },
} satisfies AcpAgent;
