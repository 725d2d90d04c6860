// A tool's output as plain text: without colours, cursor movements and other control sequences. A chunk may end anywhere.

const ESC = "\u001b";
const BEL = "\u0007";
/** The end of a title, link or the like. */
const ST = `(?:${BEL}|${ESC}\\\\)`;
const sequences = [
  `\\[[0-?]*[ -/]*[@-~]`,
  `\\][^${BEL}${ESC}]*${ST}`,
  `[PX^_][^${BEL}${ESC}]*${ST}`,
  "[ -/]+[0-~]",
  "[0-OQ-WYZ\\\\`-~]",
];
const unfinished = [`\\[[0-?]*[ -/]*`, `[\\]PX^_][^${BEL}${ESC}]*${ESC}?`, "[ -/]*"];

const signs = new RegExp(`${ESC}(?:${sequences.join("|")})`, "g");
const cutOff = new RegExp(`(?:\r|${ESC}(?:${unfinished.join("|")}))$`);
const controls = /(?![\n\t])\p{Cc}/gu;

/** An incomplete control sequence, until its rest arrives. */
const MAX_SIGN_LENGTH = 4096;

export class PlainText {
  #held = "";

  push(chunk: string): string {
    const text = this.#held + chunk;
    const from = cutOff.exec(text.slice(-MAX_SIGN_LENGTH))?.[0].length ?? 0;
    this.#held = text.slice(text.length - from);
    return plain(text.slice(0, text.length - from));
  }

  /** The output has ended. */
  end(): string {
    const rest = plain(this.#held);
    this.#held = "";
    return rest;
  }
}

/** A lone carriage return starts a new line, so that the text before it is not lost. */
const plain = (text: string): string => text.replace(/\r\n?/g, "\n").replace(signs, "").replace(controls, "");
