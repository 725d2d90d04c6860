// A question of the agent, in full: a person answers what they can see, so nothing is cut and nothing is invisible.
import type { OpenPermission } from "../../core/index.ts";
import { cutLine } from "./cut-line.ts";
import { exactText } from "./exact-text.ts";
import type { Style } from "./style.ts";

export type Question = Pick<OpenPermission, "title" | "detail" | "options" | "blobs">;

export function questionLines({ title, detail, options, blobs = [] }: Question, style: Style): string[] {
  const { glyphs, yellow, bold } = style;
  const bar = yellow(glyphs.bar);
  return [
    yellow(`${glyphs.asks} needs you: `) + bold(exactText(title)),
    ...exactText(detail)
      .split("\n")
      .map((line) => `${bar} ${line}`),
    ...blobs.map((cut) => bar + cutLine(cut, style)),
    bar,
    ...options.map(({ label }, index) => `${bar} ${bold(String(index + 1))}  ${exactText(label)}`),
  ];
}

/** The option that a person means: its number, its id, its label, or a word for yes and no. */
export function chooseOption(typed: string, options: Question["options"]): Question["options"][number] | null {
  const word = typed.trim().toLowerCase();
  const byNumber = /^\d+$/.test(word) ? options[Number(word) - 1] : undefined;
  const exact = byNumber ?? options.find(({ id, label }) => id === typed.trim() || label.toLowerCase() === word);
  if (exact) return exact;
  const kind = words[word];
  return options.find((option) => option.kind === kind) ?? null;
}

const words: Readonly<Record<string, Question["options"][number]["kind"]>> = {
  y: "allow_once",
  yes: "allow_once",
  allow: "allow_once",
  once: "allow_once",
  always: "allow_always",
  n: "reject_once",
  no: "reject_once",
  deny: "reject_once",
  reject: "reject_once",
  never: "reject_always",
};
