// A driver with a made-up process behind it: says lines of Claude Code, tells what became of them.
import { createClaudeDriver } from "../../../src/agents/claude/driver.ts";
import type { Driver, LaunchContext } from "../../../src/agents/index.ts";
import { contextFor } from "../../contracts/recording.ts";
import { type Json, JsonLife } from "../json-life.ts";

export const stream = createClaudeDriver({ transport: "stream" });
export const oneshot = createClaudeDriver({ transport: "oneshot" });

export class Life extends JsonLife {
  constructor(driver: Driver, context: Partial<LaunchContext> = {}) {
    super({ driver, context, hasPrompt: driver === oneshot });
  }
}

/** A process that is ready and works on p1. */
export function working(context: Partial<LaunchContext> = {}): Life {
  const life = new Life(stream, context);
  life.say(ready);
  life.deliver("p1");
  return life;
}

const session_id = contextFor("r1").newNativeId;

export const ready: Json = {
  type: "control_response",
  response: { subtype: "success", request_id: "initialize-1", response: {} },
};
export const init: Json = { type: "system", subtype: "init", session_id, model: "m-1", permissionMode: "default" };
export const echo = (uuid: string): Json => ({ type: "user", message: { content: [] }, isReplay: true, uuid });
export const result = (more: Json = {}): Json => ({ type: "result", subtype: "success", result: "", ...more });
export const event = (event: Json): Json => ({ type: "stream_event", event, parent_tool_use_id: null });
export const block = (content: Json, more: Json = {}): Json => ({
  type: "assistant",
  message: { id: "msg_1", content: [content] },
  parent_tool_use_id: null,
  ...more,
});
export const use = (name: string, input: Json, id = "toolu_1"): Json => ({ type: "tool_use", id, name, input });
export const used = (content: unknown, more: Json = {}): Json => ({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: "toolu_1", content, ...more }] },
});
export const asks = (name: string, input: Json, more: Json = {}): Json => ({
  type: "control_request",
  request_id: "q1",
  request: { subtype: "can_use_tool", tool_name: name, tool_use_id: "toolu_1", input, ...more },
});

/** What Claude Code says before it asks: where the tool would run (2.1.325). */
export const before = (name: string, input: Json, cwd: string, id = "toolu_1"): Json => ({
  type: "control_request",
  request_id: `h-${id}`,
  request: {
    subtype: "hook_callback",
    callback_id: "directory",
    input: { session_id, cwd, hook_event_name: "PreToolUse", tool_name: name, tool_input: input, tool_use_id: id },
    tool_use_id: id,
  },
});
