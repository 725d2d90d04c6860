// The next prompt of a session: its text and files, what can be done with it, and what is put into it. What is typed renders nothing but the field.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { commandNameIn, listsCommand } from "../../core/without-folds.ts";
import {
  type EnterKey,
  earlierPrompts,
  type PromptAction,
  promptActions,
  type Recalled,
  recall,
  withClockTimes,
} from "../../view/index.ts";
import { deepComputed } from "../page/deep-computed.ts";
import { explain } from "../page/explain.ts";
import type { Page } from "../page/page.ts";
import { lazyImport } from "../parts/lazy.tsx";
import type { Draft } from "../sync/drafts.ts";
import type { LiveSession } from "../sync/live-session.ts";
import type { PromptOptions, PromptWords } from "../sync/outbox/outbox-entry.ts";

const loadReading = lazyImport(() => import("./read-files.ts"));

export interface ComposerModel {
  readonly page: Page;
  readonly live: LiveSession;
  readonly draft: Draft;
  readonly isEmpty: ReadonlySignal<boolean>;
  /** The first one is the usual one. */
  readonly actions: ReadonlySignal<readonly PromptAction[]>;
  readonly enterKey: ReadonlySignal<EnterKey>;
  /** Whether a prompt was set aside. */
  readonly isSetAside: ReadonlySignal<boolean>;
  /** How many files are being read. */
  readonly reading: ReadonlySignal<number>;
  /** `more`: what else is to be treated differently. */
  send(act: PromptAction, more?: Pick<PromptOptions, "held" | "notBefore">): void;
  attach(files: readonly File[]): void;
  detach(id: string): void;
  /** Before what is in the field. */
  putBack(words: PromptWords): void;
  /** An earlier prompt, or a later one; with `isSearch` one that has the words in the field. False if there is none. */
  recall(step: 1 | -1, options?: { isSearch?: boolean }): boolean;
  /** Puts the prompt aside, and what was put aside into the field. */
  swap(): void;
}

export function openComposer(page: Page, live: LiveSession): ComposerModel {
  const { drafts, outbox, messages, settings } = page;
  const draft = drafts.of(live.id);
  const aside = drafts.of(`aside ${live.id}`);
  const reading = signal(0);
  const enterKey = computed((): EnterKey => {
    const chosen = settings.values.value.enterKey;
    if (chosen !== "auto") return chosen;
    return matchMedia("(pointer: coarse)").matches ? "newline" : "sends";
  });
  const commandName = computed(() => commandIn(draft.text.value));
  const actions = deepComputed((): readonly PromptAction[] => {
    live.changes.value;
    const view = live.view.value;
    const name = commandName.value;
    const files = draft.attachments.value.map(({ name, mediaType, content }) => ({
      ...{ name, mediaType, hash: "", bytes: content.size },
    }));
    const command = name === null ? null : `/${name}`;
    const why: Parameters<typeof promptActions>[1]["why"] = (intent) => {
      const refused = view?.why(intent) ?? null;
      return refused && { detail: withClockTimes(refused.detail, page.now.peek()) };
    };
    return promptActions(view?.state ?? null, { files, command, enterKey: enterKey.value, why });
  });
  /** Files that the outbox takes over just now. */
  const beingSent = new Set<string>();
  let recalled: Recalled | null = null;
  let attaching: Promise<void> = Promise.resolve();

  function commandIn(text: string): string | null {
    const name = commandNameIn(text.slice(0, 200));
    const commands = live.view.value?.state.binding.commands ?? null;
    return name !== null && commands !== null && listsCommand(commands, text.slice(0, 200)) ? name : null;
  }

  async function send(act: PromptAction, more: Parameters<ComposerModel["send"]>[1] = {}): Promise<void> {
    const text = draft.text.peek();
    const attachments = draft.attachments.peek().filter(({ id }) => !beingSent.has(id));
    if (!/\S/.test(text) && attachments.length === 0) return;
    if (act.refusal !== null) return messages.complain(act.refusal);
    if (reading.peek() > 0) return messages.complain("Files are still being read: send again in a moment.");
    const options = { ...act.options, ...more, ...(commandIn(text) === null ? {} : { command: true }) };
    for (const { id } of attachments) beingSent.add(id);
    // The kept draft goes when the outbox has the prompt: until then it would survive a crash.
    draft.write("", 0);
    recalled = null;
    try {
      await outbox.send(live.id, { text, attachments, ...options });
      if (attachments.length > 0) draft.attach(draft.attachments.peek().filter(({ id }) => !beingSent.has(id)));
    } catch (error) {
      draft.write(joined(text, draft.text.peek()), text.length);
      messages.complain(explain(error));
    } finally {
      for (const { id } of attachments) beingSent.delete(id);
    }
  }

  return {
    ...{ page, live, draft, actions, enterKey, reading },
    isEmpty: computed(() => draft.attachments.value.length === 0 && !/\S/.test(draft.text.value)),
    isSetAside: computed(() => aside.text.value !== "" || aside.attachments.value.length > 0),
    send: (act, more) => void send(act, more),
    attach(files) {
      reading.value += files.length;
      // One after the other, in the order in which they came.
      attaching = attaching.then(async () => {
        try {
          const { readFiles } = await loadReading();
          const { attachments, refusal } = await readFiles(files, draft.attachments.peek());
          if (attachments.length > 0) draft.attach([...draft.attachments.peek(), ...attachments]);
          if (refusal !== null) messages.complain(refusal);
        } catch (error) {
          messages.complain(`It could not be read: ${explain(error)}`);
        } finally {
          reading.value -= files.length;
        }
      });
    },
    detach(id) {
      draft.attach(draft.attachments.peek().filter((one) => one.id !== id));
    },
    putBack({ text, attachments }) {
      draft.write(joined(text, draft.text.peek()), text.length);
      if (attachments.length > 0) draft.attach([...attachments, ...draft.attachments.peek()]);
    },
    recall(step, { isSearch = false } = {}) {
      const now = draft.text.peek();
      const from = recalled?.text === now ? recalled : { words: now, place: -1 };
      if (from.place === -1 && (step === -1 || (now !== "" && !isSearch))) return false;
      const found = recall(earlierPrompts(live.view.peek()?.transcript.blocks ?? []), from, step);
      if (!found) return from.place >= 0;
      recalled = found;
      draft.write(found.text, found.text.length);
      return true;
    },
    swap() {
      const [text, attachments] = [draft.text.peek(), draft.attachments.peek()];
      draft.write(aside.text.peek(), aside.text.peek().length);
      draft.attach(aside.attachments.peek());
      aside.write(text, 0);
      aside.attach(attachments);
      recalled = null;
    },
  };
}

const joined = (text: string, rest: string): string => [text, rest].filter((part) => part !== "").join("\n\n");
