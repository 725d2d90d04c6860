// An open session as signals, updated at most once per frame.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Skein } from "../../client-entry/lazy.ts";
import type { Outbox } from "./outbox/outbox.ts";
import { retryUntilAnswered } from "./retry-until-answered.ts";

export type SessionView = Awaited<ReturnType<Skein["view"]>>;

export interface LiveSession {
  readonly id: string;
  /** Null until it was loaded. The view is mutable: read it together with `changes`. */
  readonly view: ReadonlySignal<SessionView | null>;
  /** Counts the changes of the view. */
  readonly changes: ReadonlySignal<number>;
  readonly failure: ReadonlySignal<Error | null>;
  close(): void;
}

/** What is around it. */
interface TranscriptHost {
  readonly skein: Skein;
  readonly outbox: Pick<Outbox, "look">;
}

/** A phone that was away for a day loads no more than one that opens the session. */
const MAX_MISSED_EVENTS = 200;

export function openSession({ skein, outbox }: TranscriptHost, id: string): LiveSession {
  const view = signal<SessionView | null>(null);
  const changes = signal(0);
  const failure = signal<Error | null>(null);
  let isClosed = false;
  let frame = 0;
  const renew = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (view.value) outbox.look(id, view.value.state);
      changes.value++;
    });
  };
  const open = async (): Promise<void> => {
    const opened = await retryUntilAnswered(
      () => skein.view(id, { isWhyLater: true, maxMissedEvents: MAX_MISSED_EVENTS }),
      () => isClosed,
    );
    if (isClosed) return opened.close();
    opened.subscribe(renew);
    view.value = opened;
  };
  open().catch((error: unknown) => {
    failure.value = error instanceof Error ? error : new Error(String(error));
  });
  return {
    id,
    view,
    changes,
    failure,
    close() {
      isClosed = true;
      cancelAnimationFrame(frame);
      view.value?.close();
    },
  };
}
