// OpenCode may ask a question before it reports the call, and only the call says where a command would run and which file would be read. So
// the bridge fetches the call and reports it first, as the event that will report it.
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { type Address, send } from "./http.ts";

const ASKED = '"type":"permission.asked"';
const TIMEOUT_MS = 1_000;
const ATTEMPTS = 20;
const INTERVAL_MS = 25;

interface Question {
  readonly sessionID: string;
  readonly permission: string;
  readonly tool?: { readonly messageID: string; readonly callID: string };
}

/** The event that reports the call of a question. Null for other events, and if OpenCode does not return it. */
export async function callOf(address: Address, event: string): Promise<string | null> {
  if (!event.slice(0, 200).includes(ASKED)) return null;
  const { sessionID, permission, tool }: Question = JSON.parse(event).properties;
  // A question about a change is complete by itself.
  if (!tool || permission === "edit") return null;
  const path = `/session/${encodeURIComponent(sessionID)}/message/${encodeURIComponent(tool.messageID)}`;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const part = await runningPart(address, { path, call: tool.callID });
    if (part !== undefined) return JSON.stringify({ type: "message.part.updated", properties: { sessionID, part } });
    await delay(INTERVAL_MS);
  }
  return null;
}

async function runningPart(address: Address, { path, call }: { path: string; call: string }): Promise<unknown> {
  try {
    const answer = await send(address, { method: "GET", path, timeoutMs: TIMEOUT_MS });
    const { parts }: { parts: { callID?: string; state?: { status?: string } }[] } = JSON.parse(await text(answer));
    return parts.find(({ callID, state }) => callID === call && state?.status === "running");
  } catch {
    return undefined;
  }
}
