// The program of the shared worker: one connection for all tabs of this browser.

import { pageTransport } from "../page-key.ts";
import { watchedTransport } from "../watched-transport.ts";
import { LaneHub } from "./lane-hub.ts";
import { ownChannel } from "./own-channel.ts";
import type { Port, ToTab, ToWorker } from "./worker-messages.ts";

/** A worker can't read the pages' storage, so each tab sends the key. */
let key: string | null = null;
const transport = watchedTransport(
  pageTransport(() => key),
  (news) => hub.tellAll({ kind: "line", news }),
);
const hub = new LaneHub({
  channel: ownChannel(transport, {
    onNextTry: (atMs) => hub.tellAll({ kind: "next try", atMs }),
    onStreamDelayed: () => hub.tellAll({ kind: "delayed" }),
  }),
  // Without locks a closed tab is only noticed because it reads nothing.
  gone: (lock) => navigator.locks?.request(lock, () => undefined) ?? new Promise(() => {}),
  onKey: (told) => {
    key = told;
  },
  nowMs: Date.now,
});

interface SharedWorkerScope {
  onconnect: (event: { readonly ports: readonly MessagePort[] }) => void;
}

(globalThis as unknown as SharedWorkerScope).onconnect = ({ ports }) => {
  for (const port of ports) hub.connect(port as unknown as Port<ToWorker, ToTab>);
};
