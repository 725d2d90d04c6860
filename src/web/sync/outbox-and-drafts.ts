// Opens the outbox and the drafts, with the browser's storage, and keeps them in sync between tabs.
import { newId, realWait } from "../../client/index.ts";
import { openBrowserStore } from "./browser-store.ts";
import type { Connection } from "./connection.ts";
import { Drafts } from "./drafts.ts";
import { deliverer } from "./outbox/deliver.ts";
import { Outbox, type OutboxNews } from "./outbox/outbox.ts";
import type { KeptPrompt } from "./outbox/outbox-entry.ts";
import { openTabs } from "./tabs.ts";

type Message =
  | { readonly kind: "outbox"; readonly news: OutboxNews }
  | { readonly kind: "files"; readonly session: string };

/** Joins the saves of a few keystrokes. */
const DRAFT_MS = 300;

export function openOutboxAndDrafts({ skein, upload, isUp, cannotKeep }: Connection): {
  outbox: Outbox;
  drafts: Drafts;
} {
  const storeOf = openBrowserStore(cannotKeep);
  const tabs = openTabs<Message>("skein");
  const prompts = storeOf<KeptPrompt>("outbox");
  const outbox = new Outbox({
    store: { ...prompts, put: (prompt) => prompts.put(prompt.id, prompt) },
    deliver: deliverer({ skein, upload, nowMs: Date.now }),
    exclusively: tabs.exclusively,
    wait: realWait,
    announce: (news) => tabs.tell({ kind: "outbox", news }),
    newId,
    nowMs: Date.now,
  });
  const drafts = new Drafts({
    texts: {
      get: (key) => localStorage.getItem(key),
      set: (key, value) => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)),
    },
    files: storeOf("files"),
    soon(action) {
      const timer = setTimeout(action, DRAFT_MS);
      return () => clearTimeout(timer);
    },
    isInUse: () => document.hasFocus(),
    announceFiles: (session) => tabs.tell({ kind: "files", session }),
    onFailure: cannotKeep,
  });
  const failed = (error: unknown): void => cannotKeep(String(error));
  tabs.listen((message) => {
    if (message.kind === "outbox") outbox.hear(message.news).catch(failed);
    else drafts.hearFiles(message.session).catch(failed);
  });
  addEventListener("storage", ({ key }) => drafts.hearText(key));
  addEventListener("pagehide", () => drafts.flush());
  document.addEventListener("visibilitychange", () => drafts.flush());
  isUp.subscribe((up) => {
    if (up) outbox.nudge();
  });
  outbox.open().catch(failed);
  return { outbox, drafts };
}
