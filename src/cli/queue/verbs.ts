// The verbs of `skein queue`: each changes one queued prompt, or the whole queue, and reports it.

import { confirm } from "../dialogue/confirm.ts";
import { usageFailure } from "../failure.ts";
import { parseTime } from "../parse-time.ts";
import { sentMeanwhile } from "../prompt/held-queue.ts";
import { promptLines } from "../render/prompt-lines.ts";
import { promptName } from "../render/queue-table.ts";
import { displayName } from "../render/session-name.ts";
import { clockTime } from "../text/clock-time.ts";
import { ordinal, pluralize } from "../text/numbers.ts";
import type { QueueCommand, Words } from "./queue-command.ts";

export interface Verb {
  readonly words: readonly string[];
  /** After the session. */
  readonly usage: string;
  /** How many words it takes. */
  readonly takes: readonly [atLeast: number, atMost: number];
  readonly run: (queueCommand: QueueCommand, words: Words) => Promise<void>;
}

export const verbs: readonly Verb[] = [
  { words: ["edit"], usage: 'edit <n> ["<text>" | -]', takes: [1, 2], run: edit },
  { words: ["move", "mv"], usage: "move <n>, with --first, --end or --before <n>", takes: [1, 1], run: move },
  { words: ["remove", "rm"], usage: "remove <n>", takes: [1, 1], run: remove },
  { words: ["hold", "pause"], usage: "hold [n]", takes: [0, 1], run: hold },
  { words: ["release", "resume"], usage: "release [n]", takes: [0, 1], run: release },
  { words: ["at"], usage: "at <n> <time>", takes: [2, 2], run: at },
  { words: ["after"], usage: "after <n> <n>", takes: [2, 2], run: after },
  { words: ["clear"], usage: "clear", takes: [0, 0], run: clear },
];

/** Loaded on demand: it is the only verb that reads prompts. */
async function edit(queueCommand: QueueCommand, words: Words): Promise<void> {
  await (await import("./edit.ts")).edit(queueCommand, words);
}

async function move(queueCommand: QueueCommand, [ref = ""]: Words): Promise<void> {
  const { client, session, items } = queueCommand;
  const { before, first, end } = queueCommand.context.flags;
  if ([before !== undefined, first, end].filter(Boolean).length !== 1) {
    throw usageFailure(
      "no new position given",
      `add --first, --end or --before <n> to: skein queue ${queueCommand.ref} move ${ref}`,
    );
  }
  const item = queueCommand.find(ref);
  const target = before === undefined ? (first ? items[0] : undefined) : queueCommand.find(before);
  const answer = await client.editPrompt(session.id, item.promptId, { before: target?.promptId ?? null });
  const now = (await client.queue(session.id)).items.findIndex(({ promptId }) => promptId === item.promptId);
  queueCommand.report(
    "move",
    answer,
    `moved ${promptName(item)}: it ${now < 0 ? "went to the agent" : `is ${ordinal(now + 1)} now`}`,
  );
}

async function remove(queueCommand: QueueCommand, [ref = ""]: Words): Promise<void> {
  const item = queueCommand.find(ref);
  const answer = await queueCommand.client.withdrawPrompt(queueCommand.session.id, item.promptId);
  queueCommand.report("remove", answer, `cancelled ${promptName(item)}`);
}

async function hold(queueCommand: QueueCommand, [ref]: Words): Promise<void> {
  const { client, session } = queueCommand;
  if (ref === undefined) {
    const answer = await client.changeQueue(session.id, { paused: true });
    const release = `release with: skein queue ${queueCommand.ref} release; a prompt sent meanwhile ${await sentMeanwhile(client)}`;
    queueCommand.report("hold", answer, `held the queue of ${displayName(session)}; ${release}`);
    return;
  }
  const item = queueCommand.find(ref);
  const answer = await client.editPrompt(session.id, item.promptId, { held: true });
  queueCommand.report("hold", answer, `held ${promptName(item)}; the ones behind it pass`);
}

async function release(queueCommand: QueueCommand, [ref]: Words): Promise<void> {
  const { client, session } = queueCommand;
  if (ref === undefined) return releaseQueue(queueCommand);
  const item = queueCommand.find(ref);
  const answer = await client.editPrompt(session.id, item.promptId, { held: false, notBefore: null, after: null });
  const { paused } = await client.queue(session.id);
  const rest = paused
    ? `the queue itself is held: skein queue ${queueCommand.ref} release`
    : "only its position holds it back";
  queueCommand.report("release", answer, `released ${promptName(item)}: ${rest}`);
}

/** If the whole queue is held, it is released; if not, the individually held prompts are. */
async function releaseQueue(queueCommand: QueueCommand): Promise<void> {
  const { client, session, isHeld } = queueCommand;
  const held = queueCommand.items.filter((item) => item.held);
  const released = isHeld ? [] : held;
  if (released.length > 0)
    await client.introduce([
      { route: "queue", params: { session: session.id } },
      ...released.map(({ promptId }) => ({
        route: "editPrompt" as const,
        params: { session: session.id, prompt: promptId },
      })),
    ]);
  const answer = await client.changeQueue(session.id, { paused: false });
  for (const { promptId } of released) await client.editPrompt(session.id, promptId, { held: false });
  const outcome = { ...answer.outcome, released: released.map(({ promptId }) => promptId) };
  queueCommand.report("release", { ...answer, outcome }, `released the queue of ${displayName(session)}${rest()}`);

  function rest(): string {
    const count = pluralize(held.length, "prompt");
    if (held.length === 0) return "";
    if (!isHeld) return [`: ${count}`, ...promptLines(held)].join("\n");
    const stay = held.length === 1 ? "is held on its own" : "are held on their own";
    return `; ${count} ${stay}; release with: skein queue ${queueCommand.ref} release`;
  }
}

async function at(queueCommand: QueueCommand, [ref = "", time = ""]: Words): Promise<void> {
  const nowMs = queueCommand.context.io.now();
  const item = queueCommand.find(ref);
  const notBefore = new Date(parseTime(time, { nowMs, flag: "the time" })).toISOString();
  const answer = await queueCommand.client.editPrompt(queueCommand.session.id, item.promptId, { notBefore });
  queueCommand.report("at", answer, `${promptName(item)} goes ${clockTime(notBefore, nowMs)}`);
}

async function after(queueCommand: QueueCommand, [ref = "", other = ""]: Words): Promise<void> {
  const [item, first] = [queueCommand.find(ref), queueCommand.find(other)];
  if (item.promptId === first.promptId)
    throw usageFailure(`${promptName(item)} can't wait for itself`, `name two of: skein queue ${queueCommand.ref}`);
  const answer = await queueCommand.client.editPrompt(queueCommand.session.id, item.promptId, {
    after: first.promptId,
  });
  queueCommand.report("after", answer, `${promptName(item)} goes after ${promptName(first)}`);
}

async function clear(queueCommand: QueueCommand): Promise<void> {
  const { client, session, items, context } = queueCommand;
  const name = displayName(session);
  if (items.length > 0 && context.isInteractive) for (const line of promptLines(items)) context.say(line);
  if (items.length > 0) await confirm(context, `cancel all queued prompts of ${name} (${items.length})?`);
  const prompts = items.map(({ promptId }) => promptId);
  const answer = await client.changeQueue(session.id, { clear: true, prompts });
  const withdrawn = Number(answer.outcome.withdrawn);
  const what = withdrawn === 0 ? `nothing was queued for ${name}` : `cancelled ${withdrawn} of ${name}`;
  const { withdrawnPrompts = [] } = answer.outcome as { withdrawnPrompts?: readonly string[] };
  const gone = items.filter(({ promptId }) => withdrawnPrompts.includes(promptId));
  queueCommand.report("clear", answer, [what, ...promptLines(gone)].join("\n"));
}
