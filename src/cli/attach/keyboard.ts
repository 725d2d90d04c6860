// The keyboard as keys instead of lines, for as long as it is needed.
import { emitKeypressEvents } from "node:readline";
import type { Input, Output } from "../io.ts";
import type { Key } from "./line-editor.ts";

interface NodeKey {
  name?: string;
  ctrl?: boolean;
  sequence?: string;
}

const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";

/** Returns how to give the keyboard back. */
export function openKeyboard(input: Input, output: Output, press: (key: Key) => void): () => void {
  let isPasted = false;
  const take = (text: string | undefined, key: NodeKey): void => {
    if (key.name === "paste-start" || key.name === "paste-end") {
      isPasted = key.name === "paste-start";
      return;
    }
    press({ text: text ?? "", name: key.name ?? "", isControl: key.ctrl === true, isPasted });
  };
  emitKeypressEvents(input);
  input.on("keypress", take);
  input.setRawMode?.(true);
  input.resume();
  // Terminals mark what is pasted, so that a line break in it is told from Enter.
  output.write(PASTE_ON);
  return () => {
    output.write(PASTE_OFF);
    input.setRawMode?.(false);
    input.off("keypress", take);
    input.pause();
  };
}
