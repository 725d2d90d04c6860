// Splits a terminal's input, read by read, into keys. Esc also begins sequences and keys with alt: bytes of the same read belong to it, bytes of a
// later read only if they continue a sequence that a slow link has split. So Esc never swallows what is typed after it.
import { emitKeypressEvents } from "node:readline";
import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

export interface RawKey {
  readonly text: string;
  readonly name: string;
  readonly sequence: string;
  readonly isControl: boolean;
  readonly isMeta: boolean;
}

/** Node's description of a key. */
interface NodeKey {
  name?: string;
  ctrl?: boolean;
  meta?: boolean;
  sequence?: string;
}

const ESC = "\x1b";
const ESCAPE: RawKey = { text: "", name: "escape", sequence: ESC, isControl: false, isMeta: false };
// biome-ignore lint/suspicious/noControlCharactersInRegex: Esc is what it looks for
const LAST_ESCAPES = /\x1b*$/;
/** The continuation of a sequence after Esc. */
const SEQUENCE = /^[[O]/;
/** How long the rest of a sequence may take. */
const REST_MS = 50;

export interface KeySplitter {
  take(read: Buffer | string): void;
  end(): void;
}

export function splitKeys(press: (key: RawKey) => void): KeySplitter {
  const decoder = new StringDecoder("utf8");
  const feed = new Readable({ read() {} });
  feed.on("keypress", (text: string | undefined, { name, ctrl, meta, sequence }: NodeKey) =>
    press({
      text: text ?? "",
      name: name ?? "",
      sequence: sequence ?? "",
      isControl: ctrl === true,
      isMeta: meta === true,
    }),
  );
  emitKeypressEvents(feed);
  /** Runs while Esc was the last input. */
  let timer: NodeJS.Timeout | null = null;
  const stopTimer = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const tellEscape = (): void => {
    stopTimer();
    press(ESCAPE);
  };
  return {
    take(read) {
      let text = decoder.write(read as Buffer);
      if (text === "") return;
      if (timer && SEQUENCE.test(text)) {
        stopTimer();
        text = ESC + text;
      } else if (timer) tellEscape();
      const [escapes = ""] = LAST_ESCAPES.exec(text) ?? [];
      const keys = text.slice(0, text.length - escapes.length);
      if (keys !== "") feed.emit("data", keys);
      for (let more = escapes.length; more > 1; more--) press(ESCAPE);
      if (escapes !== "") timer = setTimeout(tellEscape, REST_MS);
    },
    end: stopTimer,
  };
}
