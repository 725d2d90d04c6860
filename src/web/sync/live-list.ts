// The list of sessions as a signal.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Skein } from "../../client-entry/lazy.ts";
import { retryUntilAnswered } from "./retry-until-answered.ts";

type ListView = Awaited<ReturnType<Skein["list"]>>;

export interface LiveList {
  /** Null until it was loaded. */
  readonly sessions: ReadonlySignal<ListView["sessions"] | null>;
  readonly connection: ReadonlySignal<ListView["connection"]>;
  /** Why the daemon can't save anything, such as a full disk. */
  readonly unsaved: ReadonlySignal<string | null>;
  /** Why it can't be loaded. */
  readonly failure: ReadonlySignal<Error | null>;
}

export function openList(skein: Skein): LiveList {
  const sessions = signal<ListView["sessions"] | null>(null);
  const connection = signal<ListView["connection"]>("connecting");
  const unsaved = signal<string | null>(null);
  const failure = signal<Error | null>(null);
  const open = async (): Promise<void> => {
    const view = await retryUntilAnswered(() => skein.list({ archived: "also", sort: "attention" }));
    const update = (): void => {
      sessions.value = view.sessions;
      connection.value = view.connection;
      failure.value = view.failure;
      unsaved.value = view.storage?.text ?? null;
    };
    update();
    view.subscribe(update);
  };
  open().catch((error: unknown) => {
    failure.value = error instanceof Error ? error : new Error(String(error));
  });
  return { sessions, connection, unsaved, failure };
}
