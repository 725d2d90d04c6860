// The keyboard as keys instead of lines, for as long as it is needed.
import { emitKeypressEvents } from "node:readline";
import type { Input, Output } from "../io.ts";
import type { Key } from "./line-editor.ts";

interface NodeKey {
  name?: string;
  ctrl?: boolean;
  meta?: boolean;
  sequence?: string;
}

const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";

/** With alt (3) or ctrl (5). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence is what it looks for
const MODIFIED_ENTER = /^\x1b\[13;[35]u$/;

/** What a person presses to leave. */
const LEAVE: Key = { text: "", name: "c", isControl: true, isMeta: false, isPasted: false };

/** Returns how to give the keyboard back. */
export function openKeyboard(input: Input, output: Output, press: (key: Key) => void): () => void {
  let isPasted = false;
  const take = (text: string | undefined, key: NodeKey): void => {
    if (key.name === "paste-start" || key.name === "paste-end") {
      isPasted = key.name === "paste-start";
      return;
    }
    // Some terminals tell Enter with a modifier in a way of its own.
    const isModifiedEnter = MODIFIED_ENTER.test(key.sequence ?? "");
    press({
      text: text ?? "",
      name: isModifiedEnter ? "return" : (key.name ?? ""),
      isControl: key.ctrl === true,
      isMeta: key.meta === true || isModifiedEnter,
      isPasted,
    });
  };
  // The terminal is gone, and the person with it.
  const end = (): void => press(LEAVE);
  emitKeypressEvents(input);
  input.on("keypress", take).once("end", end);
  input.setRawMode?.(true);
  input.resume();
  // Terminals mark what is pasted, so that a line break in it is told from Enter.
  output.write(PASTE_ON);
  return () => {
    output.write(PASTE_OFF);
    input.setRawMode?.(false);
    input.off("keypress", take).off("end", end);
    input.pause();
  };
}
