// A driver with a made-up server behind it: says lines of the bridge, tells what became of them.
import type { Driver, LaunchContext } from "../../../src/agents/index.ts";
import { createOpencodeDriver } from "../../../src/agents/opencode/driver.ts";
import { createOpencodeOneshotDriver } from "../../../src/agents/opencode/oneshot/driver.ts";
import { type Json, JsonLife } from "../json-life.ts";

export const stream = createOpencodeDriver("/opt/skein/opencode-bridge.cjs");
export const oneshot = createOpencodeOneshotDriver();

export class Life extends JsonLife {
  constructor(driver: Driver, context: Partial<LaunchContext> = {}) {
    super({ driver, context, hasPrompt: true });
  }

  /** The paths of the requests since the last look. */
  asked(): string[] {
    return this.writes.splice(0).map(({ method, path }) => `${method} ${path}`);
  }
}

const sessionID = "ses_1";

export const response = (id: string, status: number, body: unknown = null): Json => ({ id, status, body });
export const event = (type: string, properties: Json): Json => ({
  id: "evt_1",
  type,
  properties: { sessionID, ...properties },
});

/** A server with an open conversation. */
export function ready(context: Partial<LaunchContext> = {}): Life {
  const life = new Life(stream, context);
  life.say(response("new:1", 200, { id: sessionID, title: "New session - today" }));
  life.asked();
  return life;
}

/** It works on p1, whose message is msg_1; the model's answer is msg_2. */
export function working(context: Partial<LaunchContext> = {}): Life {
  const life = ready(context);
  life.deliver("p1");
  life.say(ours("p1", "msg_1"), begins("msg_2", "msg_1"));
  life.asked();
  return life;
}

/** The message that was made of words of ours. */
export const ours = (promptId: string, messageID: string, run = "r1"): Json =>
  event("message.part.updated", {
    part: { type: "text", id: `prt_${promptId}`, messageID, text: "go", metadata: { skein: `${run}:${promptId}` } },
  });

const message = (id: string, parentID: string, more: Json): Json =>
  event("message.updated", {
    info: { id, parentID, role: "assistant", providerID: "v", modelID: "m", time: {}, ...more },
  });
export const begins = (id: string, parentID: string, more: Json = {}): Json => message(id, parentID, more);
export const ends = (id: string, parentID: string, more: Json = {}): Json =>
  message(id, parentID, { time: { completed: 1 }, finish: "stop", ...more });

export const part = (type: string, more: Json): Json =>
  event("message.part.updated", { part: { type, id: "prt_9", messageID: "msg_2", ...more } });
export const tool = (name: string, state: Json, more: Json = {}): Json =>
  part("tool", { callID: "call_1", tool: name, state, ...more });
export const status = (type: string, more: Json = {}): Json => event("session.status", { status: { type, ...more } });
export const idle = status("idle");
export const failure = (name: string, data: Json): Json => event("session.error", { error: { name, data } });
