// How a prompt should be sent, from the flags of `send`: in the daemon's form, with contradictions refused.

import type { Client, ListedSession } from "../../client/index.ts";
import { inOwnSpelling, isUuid } from "../../core/index.ts";
import { usageFailure } from "../failure.ts";
import type { FlagValues } from "../flags.ts";
import { parseTime } from "../parse-time.ts";
import { referenceTo, type Where } from "../session/reference.ts";
import { findPrompt } from "./find-prompt.ts";

export const promptOptionFlags = {
  now: { type: "boolean", summary: "Stop the running turn and go first" },
  steer: { type: "boolean", summary: "Add to the running turn, if the agent supports it" },
  else: { type: "string", value: "queue | reject", summary: "With --steer: what to do if it is not supported" },
  first: { type: "boolean", summary: "To the front of the queue" },
  at: { type: "string", value: "time", summary: 'Not before: 09:00, "tomorrow 09:00", +10m, 2026-01-31T09:00' },
  after: { type: "string", value: "n | id", summary: "Not before this queued prompt has ended" },
  hold: { type: "boolean", summary: "Hold until someone releases it" },
} as const;

type Values = FlagValues<typeof promptOptionFlags>;
type PromptOptions = Omit<Parameters<Client["send"]>[1], "content" | "id">;

/** Refuses contradictions before any request. */
export function checkPromptOptions(flags: Values, nowMs: number): { notBefore?: string } {
  const waits = (["first", "at", "after", "hold"] as const).filter(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  const goes = (["now", "steer"] as const).filter((name) => flags[name]);
  const [one, other] = [...goes, ...waits];
  if (goes.length > 0 && other !== undefined) {
    const difference =
      goes.length > 1 ? "--now stops the running turn, --steer adds to it" : "one sends at once, the other waits";
    throw usageFailure(`--${one} and --${other} don't go together`, `choose one of them: ${difference}`);
  }
  if (flags.else !== undefined && !flags.steer) {
    throw usageFailure("--else goes with --steer", "it says what to do if the running turn can't be steered");
  }
  if (flags.else !== undefined && flags.else !== "queue" && flags.else !== "reject") {
    throw usageFailure(`--else can't be "${flags.else}"`, "write --else queue or --else reject");
  }
  if (flags.at === undefined) return {};
  return { notBefore: new Date(parseTime(flags.at, { nowMs, flag: "--at" })).toISOString() };
}

export async function promptOptionsOf(
  client: Client,
  session: ListedSession,
  { flags, nowMs, ...where }: { flags: Values; nowMs: number } & Where,
): Promise<PromptOptions> {
  const { notBefore } = checkPromptOptions(flags, nowMs);
  return {
    ...(flags.now ? { when: "interrupt" as const } : {}),
    ...(flags.steer
      ? { when: "steer" as const, else: flags.else === "reject" ? ("reject" as const) : ("queue" as const) }
      : {}),
    ...(flags.first ? { place: { before: null } } : {}),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(flags.after === undefined ? {} : { after: await promptIdOf(client, { session, typed: flags.after, where }) }),
    ...(flags.hold ? { held: true } : {}),
  };
}

/** A whole id may be of a prompt that has left the queue: the daemon knows it. */
async function promptIdOf(
  client: Client,
  { session, typed, where }: { session: ListedSession; typed: string; where: Where },
): Promise<string> {
  if (isUuid(inOwnSpelling(typed))) return inOwnSpelling(typed);
  const { items } = await client.queue(session.id);
  return findPrompt(typed, items, await referenceTo(client, session, where)).promptId;
}
