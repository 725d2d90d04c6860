// What a session changed, as the page shows it: fetched when somebody looks, and again while the agent works. What did not change stays the same
// object, so that nothing moves.
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { DiffAnswer } from "../../protocol/index.ts";
import { deepComputed } from "../page/deep-computed.ts";
import { explain } from "../page/explain.ts";
import type { Page } from "../page/page.ts";
import { storedText, storeText } from "../page/stored-text.ts";
import type { LiveSession } from "../sync/live-session.ts";
import { type Comments, openComments } from "./comments-model.ts";

export type ChangedFile = DiffAnswer["files"][number];

export interface ChangesModel {
  readonly page: Page;
  readonly live: LiveSession;
  /** Null until it was fetched. */
  readonly answer: ReadonlySignal<DiffAnswer | null>;
  readonly failure: ReadonlySignal<string | null>;
  /** The chosen turn; null = since the session's start. */
  readonly turn: ReadonlySignal<string | null>;
  readonly isSplit: ReadonlySignal<boolean>;
  readonly isWrapped: ReadonlySignal<boolean>;
  /** There is room for two versions side by side. */
  readonly isWide: Signal<boolean>;
  readonly comments: Comments;
  choose(turn: string | null): void;
  setSplit(isSplit: boolean): void;
  setWrapped(isWrapped: boolean): void;
  /** Files that were opened or closed by hand. */
  readonly folds: Signal<ReadonlyMap<string, boolean>>;
  isViewed(file: ChangedFile): boolean;
  setViewed(file: ChangedFile, isViewed: boolean): void;
  /** Counts changes of what was viewed. */
  readonly views: ReadonlySignal<number>;
  /** More lines of a file that was cut. */
  fetchWhole(path: string): Promise<void>;
  retry(): void;
  close(): void;
}

/** After a tool call has ended; and while one works for long. */
const SOON_MS = 700;
const MEANWHILE_MS = 8000;
const MAX_VIEWED = 500;

export function openChanges(page: Page, live: LiveSession): ChangesModel {
  const { skein, drafts } = page;
  const answer = signal<DiffAnswer | null>(null);
  const failure = signal<string | null>(null);
  const turn = signal<string | null>(null);
  const isSplit = signal(storedText("skein:changes:split") === "1");
  const isWrapped = signal(storedText("skein:changes:wrap") !== "0");
  const isWide = signal(false);
  const folds = signal<ReadonlyMap<string, boolean>>(new Map());
  const views = signal(0);
  const viewed = readViewed(live.id);
  const wholes = new Map<string, ChangedFile>();
  let running = false;
  let isAsked = false;
  let isClosed = false;
  let timer = 0;

  async function fetchNow(): Promise<void> {
    isAsked = true;
    if (running) return;
    running = true;
    try {
      while (isAsked && !isClosed) {
        isAsked = false;
        const asked = turn.peek();
        const found = await skein.diff(live.id, asked === null ? {} : { turn: asked });
        if (isClosed || asked !== turn.peek()) continue;
        answer.value = kept(answer.peek(), found, wholes);
        failure.value = null;
      }
    } catch (error) {
      if (!isClosed) failure.value = explain(error);
    } finally {
      running = false;
    }
  }

  function later(delayMs: number): void {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (document.visibilityState === "visible") void fetchNow();
      if (answer.peek()?.isLive) later(MEANWHILE_MS);
    }, delayMs);
  }

  /** Changes when a turn or a tool call begins or ends: the words in between change no file. */
  const work = deepComputed(() => {
    live.changes.value;
    const state = live.view.value?.state;
    if (!state) return null;
    const { turn, toolCall, task } = state;
    return [turn.count, turn.open !== null, toolCall.open.map(({ toolCallId }) => toolCallId), task.running.length];
  });
  let isFirst = true;
  const stop = work.subscribe(() => {
    if (!isFirst) later(SOON_MS);
    isFirst = false;
  });
  const onSeen = (): void => {
    if (document.visibilityState === "visible" && answer.peek()?.isLive) later(0);
  };
  document.addEventListener("visibilitychange", onSeen);
  void fetchNow().then(() => {
    if (answer.peek()?.isLive) later(MEANWHILE_MS);
  });

  return {
    ...{ page, live, answer, failure, turn, isSplit, isWrapped, isWide, folds, views },
    comments: openComments(drafts.of(`comments ${live.id}`)),
    choose(chosen) {
      turn.value = chosen;
      wholes.clear();
      answer.value = null;
      void fetchNow();
    },
    setSplit(value) {
      isSplit.value = value;
      storeText("skein:changes:split", value ? "1" : "0");
    },
    setWrapped(value) {
      isWrapped.value = value;
      storeText("skein:changes:wrap", value ? "1" : "0");
    },
    isViewed: (file) => viewed.get(file.path) === printOf(file),
    setViewed(file, isViewed) {
      viewed.delete(file.path);
      if (isViewed) viewed.set(file.path, printOf(file));
      const newest = [...viewed].slice(-MAX_VIEWED);
      storeText(VIEWED + live.id, JSON.stringify(newest));
      views.value++;
      folds.value = new Map([...folds.peek(), [file.path, !isViewed]]);
    },
    async fetchWhole(path) {
      const asked = turn.peek();
      try {
        const found = await skein.diff(live.id, { path, ...(asked === null ? {} : { turn: asked }) });
        const [file] = found.files;
        const now = answer.peek();
        if (isClosed || !file || !now || asked !== turn.peek()) return;
        wholes.set(path, file);
        answer.value = { ...now, files: now.files.map((one) => (one.path === path ? file : one)) };
      } catch (error) {
        page.messages.complain(explain(error));
      }
    },
    retry: () => void fetchNow(),
    close() {
      isClosed = true;
      stop();
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", onSeen);
    },
  };
}

/** Files that are as they were stay the same objects. Of a file that was fetched whole, the whole stays as long as it is the same. */
function kept(before: DiffAnswer | null, now: DiffAnswer, wholes: Map<string, ChangedFile>): DiffAnswer {
  const known = new Map(before?.files.map((file) => [file.path, file]));
  const files = now.files.map((file) => {
    const whole = wholes.get(file.path);
    if (whole && file.cut && whole.added === file.added && whole.removed === file.removed) return whole;
    wholes.delete(file.path);
    const earlier = known.get(file.path);
    return earlier && JSON.stringify(earlier) === JSON.stringify(file) ? earlier : file;
  });
  return { ...now, files };
}

const VIEWED = "skein:viewed:";

function readViewed(session: string): Map<string, string> {
  try {
    const found: unknown = JSON.parse(storedText(VIEWED + session) ?? "[]");
    return new Map(Array.isArray(found) ? found.filter((one) => Array.isArray(one) && one.length === 2) : []);
  } catch {
    return new Map();
  }
}

/** A short word for a file's change, which another change does not have. */
function printOf({ hunks, added, removed, status }: ChangedFile): string {
  let sum = 0;
  for (const { lines } of hunks)
    for (const line of lines)
      for (let at = 0; at < line.length; at++) sum = (Math.imul(sum, 31) + line.charCodeAt(at)) | 0;
  return `${status} ${added} ${removed} ${sum}`;
}
