// A list that stays: the sessions as the client keeps them up to date, in the form that the flags want.
import { type Client, ConnectionError, plainProcess, realWait } from "../../client/index.ts";
import { SessionListView } from "../../client/session-list.ts";
import { type Io, writeAll } from "../io.ts";
import type { Memory } from "../render/session-table.ts";
import { type Listed, type ListOptions, memoryBySession, shaped } from "./read-listed.ts";

export interface LiveList {
  /** As it is now, or as it was when the connection was lost. */
  read(): Promise<Listed>;
  readonly isAway: boolean;
  /** Does something with the list, and again whenever it is another one, never twice at once. Resolves when the signal says so; throws when the daemon stays away. */
  onEachChange(look: () => Promise<void>, signal: AbortSignal): Promise<void>;
  close(): void;
}

interface ListSource {
  /** Who follows may start a daemon that is gone. */
  readonly client: Client;
  /** Who only reads may not, or a daemon that is told to stop comes back for a last look. */
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

/** `skein sessions --watch --json`: the whole list as a line whenever it is another one. */
export async function printChanges({ io, list, signal, toLine }: Printing): Promise<void> {
  let last = "";
  await list.onEachChange(async () => {
    const line = toLine(await list.read());
    if (line === last) return;
    last = line;
    await writeAll(io.stdout, `${line}\n`);
  }, signal);
}
