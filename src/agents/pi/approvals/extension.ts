// Skein's extension for Pi: asks people before tools run, keeps prompts unchanged, and marks the ends of turns. Pi loads it with `-e`. It
// fails closed: a tool that was not allowed does not run.
import { homedir } from "node:os";
import { commandIn, hasMoreThanTexts, kindOf, pathIn, shownOf } from "../tool.ts";
import { absolutePath } from "../tool-path.ts";
import { unwrap } from "../verbatim.ts";
import {
  ALLOW,
  ALLOW_SESSION,
  APPROVAL,
  type ApprovalParts,
  COMMAND,
  FORK_ENTRY,
  GRANT_ENTRY,
  MODE_FLAG,
  MORE,
  PLACE_FLAG,
  PLACE_LOST,
  TURN_ENTRY,
} from "./names.ts";
import type { Context, Message, PiApi, ToolCall } from "./pi-api.ts";
import { treatmentOf } from "./treatment.ts";

// biome-ignore lint/style/noDefaultExport: it is what Pi calls.
export default function skein(pi: PiApi): void {
  pi.registerFlag(MODE_FLAG, { type: "string", description: "Permission mode (ask, code, plan, auto)" });
  pi.registerFlag(PLACE_FLAG, { type: "string", description: "The expected position in the conversation" });

  let mode: unknown;
  let isAsked = false;
  const grants = new Set<string>();

  pi.on("session_start", (_event, context) => {
    for (const grant of grantsIn(context)) grants.add(grant);
  });

  pi.on("tool_call", async (call, context) => {
    const treatment = treatmentOf(mode ?? pi.getFlag(MODE_FLAG), call.toolName);
    if (treatment === "free") return undefined;
    if (treatment === "refused") return block("Plan mode: nothing may be changed or run. Describe what you would do.");
    const grant = grantFor(call);
    // Later extensions may change a tool's input, but only what was approved runs.
    freeze(call.input);
    if (grants.has(grant)) return undefined;
    if (!context.hasUI) return block("Nobody can be asked for permission here, so this was not run.");
    const { signal } = context;
    const answer = await context.ui.select(APPROVAL, partsOf(call, context), signal ? { signal } : {});
    if (answer === ALLOW) return undefined;
    if (answer !== ALLOW_SESSION) return block(answer ?? "Nobody answered, so this was not run.");
    grants.add(grant);
    pi.appendEntry(GRANT_ENTRY, { session: context.sessionManager.getSessionId(), grant });
    return undefined;
  });

  pi.registerCommand(COMMAND, {
    description: "Used by Skein; not for people",
    async handler(args, context) {
      const command = JSON.parse(args) as { mode?: unknown; place?: unknown };
      if (command.mode !== undefined) mode = command.mode;
      if (typeof command.place !== "string") return;
      const { cancelled } = await context.navigateTree(command.place, { summarize: false });
      if (cancelled) throw new Error("another extension prevents the fork");
      // A conversation continues after its newest entry: without an entry of its own the fork would be lost with the process.
      pi.appendEntry(FORK_ENTRY, { place: command.place });
    },
  });

  pi.on("input", ({ source }, context) => {
    isAsked ||= source !== "extension";
    const place = pi.getFlag(PLACE_FLAG);
    if (typeof place !== "string" || isAt(place, context)) return { action: "continue" };
    process.stderr.write(`${PLACE_LOST}\n`);
    return { action: "handled" };
  });

  pi.on("message_end", ({ message }) => (message.role === "user" ? { message: unwrapped(message) } : undefined));

  pi.on("agent_settled", () => {
    pi.appendEntry(TURN_ENTRY, isAsked ? {} : { isOwn: true });
    isAsked = false;
  });
}

const block = (reason: string): { block: true; reason: string } => ({ block: true, reason });

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const one of Object.values(value)) freeze(one);
  Object.freeze(value);
}

function partsOf({ toolCallId, toolName, input }: ToolCall, { cwd }: Context): ApprovalParts {
  const path = pathIn(toolName, input);
  const absolute = path === null ? "" : absolutePath(path, { cwd, home: homedir() });
  const { detail, notes } = shownOf(toolName, input);
  const more = notes.length > 0 || hasMoreThanTexts(toolName, input) ? MORE : "";
  return [toolCallId, toolName, absolute, detail, commandIn(toolName, input) ?? "", more, ...notes];
}

/** What "for this session" allows: all edits, this exact command, or this tool. */
function grantFor({ toolName, input }: ToolCall): string {
  const kind = kindOf(toolName);
  if (kind === "edit") return "edits";
  if (kind !== "execute") return `tool ${toolName}`;
  const { detail, notes } = shownOf(toolName, input);
  return notes.length === 0 ? `command ${detail}` : `call ${JSON.stringify([detail, ...notes])}`;
}

/** A fork has its source's entries, but is a separate session. */
function grantsIn({ sessionManager }: Context): string[] {
  const id = sessionManager.getSessionId();
  return sessionManager.getEntries().flatMap(({ type, customType, data }) => {
    const { session, grant } = (data ?? {}) as Record<string, unknown>;
    const isOurs = type === "custom" && customType === GRANT_ENTRY && session === id;
    return isOurs && typeof grant === "string" ? [grant] : [];
  });
}

/** Nothing was said since. */
function isAt(place: string, { sessionManager }: Context): boolean {
  const branch = sessionManager.getBranch();
  const at = branch.findIndex(({ id }) => id === place);
  return at >= 0 && branch.slice(at + 1).every(({ type }) => type !== "message");
}

function unwrapped(message: Message): Message {
  const { content } = message;
  if (typeof content === "string") return { ...message, content: unwrap(content) };
  if (!Array.isArray(content)) return message;
  return { ...message, content: content.map(unwrappedBlock) };
}

const unwrappedBlock = (block: { type?: unknown; text?: unknown }) =>
  block.type === "text" && typeof block.text === "string" ? { ...block, text: unwrap(block.text) } : block;
