// The queue of a session, and what is done to it. What another device has changed meanwhile is never overwritten unseen.
import type { ReadonlySignal } from "@preact/signals";
import { movedTo, type QueueRow, queueRows, sentAgain } from "../../view/index.ts";
import { deepComputed } from "../page/deep-computed.ts";
import { explain } from "../page/explain.ts";
import type { ComposerModel } from "./composer-model.ts";

export interface QueueModel {
  readonly rows: ReadonlySignal<readonly QueueRow[]>;
  readonly isHeld: ReadonlySignal<boolean>;
  holdAll(paused: boolean): void;
  hold(row: QueueRow, held: boolean): void;
  move(id: string, at: number): void;
  remove(row: QueueRow): void;
  /** False if it was refused. */
  edit(row: QueueRow, change: { text?: string; notBefore?: string | null }): Promise<boolean>;
}

const none: readonly QueueRow[] = [];

export function openQueue({ page, live }: ComposerModel): QueueModel {
  const { skein, messages, now } = page;
  let [before, made]: [readonly unknown[], readonly QueueRow[]] = [[], []];
  const rows = deepComputed((): readonly QueueRow[] => {
    live.changes.value;
    const state = live.view.value?.state;
    if (!state || state.prompt.queue.length === 0) return none;
    // Words of the agent change none of these.
    const parts = [state.prompt, state.turn, state.permission, state.limit, state.lifecycle, now.value];
    if (parts.every((part, at) => part === before[at])) return made;
    [before, made] = [parts, queueRows(state, now.value)];
    return made;
  });
  const isHeld = deepComputed(() => {
    live.changes.value;
    return live.view.value?.state.prompt.paused ?? false;
  });
  const act = async (change: Promise<unknown>): Promise<boolean> => {
    try {
      await change;
      return true;
    } catch (error) {
      messages.complain(explain(error));
      return false;
    }
  };
  const remove = async ({ promptId, seq }: QueueRow): Promise<void> => {
    const again = sentAgain(live.view.peek()?.state.prompt.queue ?? [], promptId);
    if (!(await act(skein.withdrawPrompt(live.id, promptId, { expectSeq: seq })))) return;
    const undo = { name: "Undo", run: () => void act(again ? skein.send(live.id, again) : Promise.resolve()) };
    messages.tell("Removed a prompt from the queue.", again ? undo : undefined);
  };
  return {
    ...{ rows, isHeld },
    holdAll: (paused) => void act(skein.changeQueue(live.id, { paused })),
    hold: ({ promptId, seq }, held) => void act(skein.editPrompt(live.id, promptId, { held, expectSeq: seq })),
    move(id, at) {
      const ids = rows.peek().map(({ promptId }) => promptId);
      const order = movedTo(ids, id, at);
      if (order.some((one, index) => one !== ids[index])) void act(skein.changeQueue(live.id, { order }));
    },
    remove: (row) => void remove(row),
    edit({ promptId, seq }, { text, notBefore }) {
      const content = text === undefined ? {} : { content: [{ type: "text" as const, text }] };
      const time = notBefore === undefined ? {} : { notBefore };
      return act(skein.editPrompt(live.id, promptId, { ...content, ...time, expectSeq: seq }));
    },
  };
}
