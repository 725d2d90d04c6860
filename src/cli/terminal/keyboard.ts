// The keyboard as keys instead of lines, for as long as it is needed.
import type { Input, Output } from "../io.ts";
import type { Key } from "./line-editor.ts";
import { type RawKey, splitKeys } from "./split-keys.ts";

const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";

/** With alt (3) or ctrl (5). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence is what it looks for
const MODIFIED_ENTER = /^\x1b\[13;[35]u$/;

/** What a person presses to leave. */
const LEAVE: Key = { text: "", name: "c", isControl: true, isMeta: false, isPasted: false };

export interface KeyListener {
  press(key: Key): void;
  /** Called with all that comes from the terminal before it counts as a key: reports, too. */
  see?(sequence: string): void;
}

/** Returns how to give the keyboard back. */
export function openKeyboard(input: Input, output: Output, { press, see }: KeyListener): () => void {
  let isPasted = false;
  const { take, end: stopSplitting } = splitKeys(({ text, name, sequence, isControl, isMeta }: RawKey): void => {
    see?.(sequence);
    if (name === "paste-start" || name === "paste-end") {
      isPasted = name === "paste-start";
      return;
    }
    // Some terminals tell Enter with a modifier in a way of its own.
    const isModifiedEnter = MODIFIED_ENTER.test(sequence);
    press({
      text,
      name: isModifiedEnter ? "return" : name,
      isControl,
      isMeta: isMeta || isModifiedEnter,
      isPasted,
    });
  });
  // The terminal is gone, and the person with it.
  const end = (): void => press(LEAVE);
  input.on("data", take).once("end", end);
  input.setRawMode?.(true);
  input.resume();
  // Terminals mark what is pasted, so that a line break in it is told from Enter.
  output.write(PASTE_ON);
  return () => {
    output.write(PASTE_OFF);
    input.setRawMode?.(false);
    input.off("data", take).off("end", end);
    stopSplitting();
    input.pause();
  };
}
