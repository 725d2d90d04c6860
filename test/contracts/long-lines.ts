// Lines that are too long, as a driver gets them, and whole again.
import { createHash } from "node:crypto";
import { LineOffloader } from "../../src/agents/large-lines/line-offloader.ts";
import { placeholders } from "../../src/agents/large-lines/placeholders.ts";
import { restoreLine } from "../../src/core/index.ts";
import { placesIn, withValueAt } from "./questions.ts";

export const LONG = ` ${'€ "quoted" \\ \n'.repeat(4_000)}`;

/** The line with one of its texts made long, for each of its texts. */
export const lengthened = (line: string): string[] =>
  placesIn(JSON.parse(line)).flatMap((place) => {
    let isText = false;
    const long = withValueAt(line, place, (value) => {
      isText = typeof value === "string";
      return isText ? `${value}${LONG}` : value;
    });
    return isText ? [long] : [];
  });

const texts = new Map<string, string>();

/** The line as a driver gets it when it is too long. */
export function slim(line: string): string {
  let parts: Uint8Array[] = [];
  const output = {
    part: (bytes: Uint8Array) => void parts.push(bytes),
    end() {
      const text = Buffer.concat(parts);
      texts.set(createHash("sha256").update(text).digest("hex"), text.toString());
      parts = [];
    },
    drop() {},
  };
  const slimmer = new LineOffloader({ placeholders, output });
  slimmer.push(Buffer.from(line));
  const offloaded = slimmer.end();
  if (offloaded.kind !== "offloaded") throw new Error(offloaded.why);
  return offloaded.line;
}

export function wholeLine(line: string): string {
  const whole = restoreLine(line, { placeholders, textOf: (hash) => texts.get(hash) ?? null, maxBytes: 1e9 });
  if ("why" in whole) throw new Error(`${whole.why}: ${line.slice(0, 500)}`);
  return whole.line;
}
