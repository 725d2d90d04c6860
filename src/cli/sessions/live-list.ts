// A live list of sessions, in the form that the flags ask for.
import { type Client, ConnectionError, plainProcess, realWait } from "../../client/index.ts";
import { SessionListView } from "../../client/session-list.ts";
import { type Io, writeAll } from "../io.ts";
import type { Memory } from "../render/session-table.ts";
import { type Listed, type ListOptions, memoryBySession, shaped } from "./read-listed.ts";

export interface LiveList {
  /** The current list, or the last one if the connection was lost. */
  read(): Promise<Listed>;
  readonly isAway: boolean;
  /**
   * Calls back with the list and after every change, one call at a time. Resolves when the signal is aborted; throws when the daemon stays
   * unreachable.
   */
  onEachChange(look: () => Promise<void>, signal: AbortSignal): Promise<void>;
  close(): void;
}

interface ListSource {
  /** A follower may start a daemon that is gone. */
  readonly client: Client;
  /** A reader may not, because a daemon that was stopped would be started for a last look. */
  readonly reader: Client;
}

export async function openLiveList({ client, reader }: ListSource, options: ListOptions): Promise<LiveList> {
  const { listing, isWide, isTree } = options;
  const place = { client, environment: plainProcess, wait: realWait, givesUp: true };
  const view = await SessionListView.open(place, listing.filter);
  let memory: Memory | null = null;
  const readMemory = async (): Promise<void> => {
    try {
      memory = await memoryBySession(reader);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
  };
  return {
    async read() {
      if (isWide) await readMemory();
      return shaped(listing.inOrder(view.sessions), { memory, isTree });
    },
    get isAway() {
      return view.connection === "offline";
    },
    async onEachChange(look, signal) {
      for await (const _ of view.changes(signal)) await look();
    },
    close: () => view.close(),
  };
}

interface Printing {
  readonly io: Io;
  readonly list: LiveList;
  readonly signal: AbortSignal;
  readonly toLine: (listed: Listed) => string;
}

/** `skein sessions --watch --json`: prints the whole list as a line on every change. */
export async function printChanges({ io, list, signal, toLine }: Printing): Promise<void> {
  let last = "";
  await list.onEachChange(async () => {
    const line = toLine(await list.read());
    if (line === last) return;
    last = line;
    await writeAll(io.stdout, `${line}\n`);
  }, signal);
}
