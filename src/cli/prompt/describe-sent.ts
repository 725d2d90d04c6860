// What happens to a prompt that was sent, in one line.
import type { Client, PromptItem } from "../../client/index.ts";
import { chainFrom } from "../../core/index.ts";
import { promptName, waitingFor } from "../render/queue-table.ts";
import { displayName, shortId } from "../render/session-name.ts";
import { referenceTo, type Where } from "../session/reference.ts";
import { ordinal } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Sent } from "./send-prompt.ts";

type SentContext = Where & { readonly nowMs: number };

/** `steers`: it was meant for the running turn. */
export async function describeSent(
  client: Client,
  sent: Sent,
  { steers, ...context }: SentContext & { readonly steers: boolean },
): Promise<string> {
  const { outcome } = sent.delivery.answer ?? {};
  const isMissed = steers && !outcome?.steers;
  const what = `${await described(client, sent, context)}${isMissed ? await whyNotSteered(client, sent) : ""}`;
  return sent.delivery.answer?.replayed ? `${what} (already: this id is known)` : what;
}

/** Empty if no turn ran: then it goes at once. */
async function whyNotSteered(client: Client, { session }: Sent): Promise<string> {
  const { title, capabilities } = await client.agent(session.agent, { quick: true });
  return capabilities.steer ? "" : `; ${safeLine(title)} can't be steered, so it runs as its own turn`;
}

async function described(client: Client, { session, delivery }: Sent, context: SentContext): Promise<string> {
  const { nowMs } = context;
  const name = displayName(session);
  const outcome = delivery.answer?.outcome;
  if (outcome?.steers) return `added to the running turn of ${name}`;
  if (outcome?.interrupts) return `stops the running turn of ${name}, then goes first`;
  const { items, paused } = await client.queue(session.id);
  const index = items.findIndex(({ promptId }) => promptId === delivery.promptId);
  const item = items[index];
  const held = items.filter((one) => one.held && one !== item).length;
  const queue = `skein queue ${held > 0 || item ? await referenceTo(client, session, context) : ""}`;
  const sent = `sent to ${name}${held > 0 ? `; ${held} held ${held === 1 ? "prompt stays" : "prompts stay"}: ${queue}` : ""}`;
  // It is next, or the agent has it already.
  if (!item) return sent;
  const state = waitingFor(item, items, nowMs);
  const place = ordinal(index + 1);
  if (state === "held") return `held for ${name}, ${place}; release with: ${queue} release ${index + 1}`;
  const release = `${queue} release`;
  if (state !== "waits") {
    const obstacle = heldBefore(item, items, release);
    return `queued for ${name}, ${place}: goes ${state}${obstacle}${paused ? `; the queue is held: ${release}` : ""}`;
  }
  const passed = items.slice(0, index).filter((one) => waitingFor(one, items, nowMs) !== "waits").length;
  if (paused)
    return `queued for ${name}, ${place}; the queue is held: ${release} (with send --now a prompt goes alone)`;
  return outcome?.position === passed ? sent : `queued for ${name}, ${place}`;
}

/** The first prompt in its chain that a person must release. */
function heldBefore(item: PromptItem, items: readonly PromptItem[], release: string): string {
  const [, ...before] = chainFrom(items, item.promptId);
  const held = before.find((one) => one.held);
  if (!held) return "";
  const which = held === before[0] ? "held" : `which waits for ${promptName(held)}, held`;
  return `, ${which}: ${release} ${shortId(held.promptId)}`;
}
