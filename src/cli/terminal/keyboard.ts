// Reads the keyboard as keys instead of lines.
import type { Input, Output } from "../io.ts";
import type { Key } from "./line-editor.ts";
import { type RawKey, splitKeys } from "./split-keys.ts";

const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";

/** With alt (3) or ctrl (5). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence is what it looks for
const MODIFIED_ENTER = /^\x1b\[13;[35]u$/;

/** The keys with which a person leaves. */
const LEAVE: Key = { text: "", name: "c", isControl: true, isMeta: false, isPasted: false };

export interface KeyListener {
  press(key: Key): void;
  /** Called with everything from the terminal before it counts as a key, including reports. */
  see?(sequence: string): void;
}

/** Returns a function that restores the keyboard. */
export function openKeyboard(input: Input, output: Output, { press, see }: KeyListener): () => void {
  let isPasted = false;
  const { take, end: stopSplitting } = splitKeys(({ text, name, sequence, isControl, isMeta }: RawKey): void => {
    see?.(sequence);
    if (name === "paste-start" || name === "paste-end") {
      isPasted = name === "paste-start";
      return;
    }
    // Some terminals report Enter with a modifier in their own way.
    const isModifiedEnter = MODIFIED_ENTER.test(sequence);
    press({
      text,
      name: isModifiedEnter ? "return" : name,
      isControl,
      isMeta: isMeta || isModifiedEnter,
      isPasted,
    });
  });
  // The terminal is gone, and so is the person.
  const end = (): void => press(LEAVE);
  input.on("data", take).once("end", end);
  input.setRawMode?.(true);
  input.resume();
  // Terminals mark pasted text, so that a line break in it is not Enter.
  output.write(PASTE_ON);
  return () => {
    output.write(PASTE_OFF);
    input.setRawMode?.(false);
    input.off("data", take).off("end", end);
    stopSplitting();
    input.pause();
  };
}
