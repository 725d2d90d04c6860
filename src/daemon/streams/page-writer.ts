// Pages to one client, one at a time: the next is asked for when this one was taken. A client that takes nothing for a minute is cut.
import type { ServerResponse } from "node:http";
import type { Clock } from "../../session/index.ts";
import type { InFlight } from "./in-flight.ts";

/** Text in the encoding that costs least: what is plain ASCII goes out without being looked at again. Bytes go out as they are. */
export interface Page {
  text: string | Uint8Array;
  encoding: "latin1" | "utf8";
}

export const pageOf = (lines: readonly string[]): Page => {
  const text = lines.join("");
  return { text, encoding: Buffer.byteLength(text) === text.length ? "latin1" : "utf8" };
};

export interface PageWriter {
  write(page: Page): void;
  /** A page was given and not taken yet: no other may be written. */
  readonly isWaiting: boolean;
}

interface Dependencies {
  readonly clock: Clock;
  readonly inFlight: InFlight;
  /** Asks for the next page. */
  readonly next: () => void;
}

const STALLED_MS = 60_000;

export function openPageWriter(response: ServerResponse, { clock, inFlight, next }: Dependencies): PageWriter {
  let isWaiting = false;
  let releaseHold: (() => void) | null = null;
  const cut = (): void => {
    response.destroy();
  };
  const taken = (): void => {
    isWaiting = false;
    releaseHold?.();
    // In another turn: a client that takes everything at once would keep the event loop to itself.
    setImmediate(next);
  };
  response.once("close", () => releaseHold?.());
  return {
    write({ text, encoding }) {
      isWaiting = true;
      response.write(text, encoding, taken);
      if (response.writableLength === 0) return;
      const release = inFlight.hold(text.length, cut);
      const cancelCut = clock.after(STALLED_MS, cut);
      releaseHold = () => {
        release();
        cancelCut();
        releaseHold = null;
      };
    },
    get isWaiting() {
      return isWaiting;
    },
  };
}
