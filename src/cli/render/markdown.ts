// A session as Markdown, for reading elsewhere.

import { type Block, type BlockOf, optionLabel, type Transcript } from "../../core/index.ts";
import { safeText } from "../text/safe-text.ts";
import { byName } from "./by-name.ts";

interface Heading {
  readonly title: string;
  /** Shown below it, one per line. */
  readonly facts: readonly string[];
}

/** Makes an agent's text safe to print. */
type Speech = (text: string) => string;

export function toMarkdown(
  { title, facts }: Heading,
  { blocks }: Pick<Transcript, "blocks">,
  speech: Speech = clean,
): string {
  const head = [`# ${inOneLine(title)}`, facts.map((fact) => `- ${inOneLine(fact)}`).join("\n")];
  return `${[...head, ...blocks.map((block) => blockText(block, speech))].filter((part) => part !== "").join("\n\n")}\n`;
}

function blockText(block: Block, speech: Speech): string {
  switch (block.kind) {
    case "prompt":
      return promptText(block);
    case "message":
      return `${speech(block.text).trim()}${cutNote(block)}`;
    case "thought":
      return quoted(`*thinks:* ${clean(block.text).trim()}`);
    case "tool":
      return toolText(block);
    case "permission":
      return permissionText(block);
    case "plan":
      return block.entries
        .map(({ content, status }) => `- [${status === "completed" ? "x" : " "}] ${inOneLine(content)}`)
        .join("\n");
    case "task":
      return quoted(`**in the background:** ${inOneLine(block.title)}`);
    case "task_end":
      return quoted(
        [`**background task ${block.outcome}**`, block.title, block.summary]
          .flatMap((part) => (part === null || part === "" ? [] : [inOneLine(part)]))
          .join(": "),
      );
    case "turn_end":
      return block.reason === "completed"
        ? "---"
        : `---\n\n*${inOneLine(block.turn)} ${block.reason}${block.error ? `: ${inOneLine(block.error)}` : ""}*`;
    case "error":
      return quoted(`**error** ${inOneLine(block.text)}${block.hint ? `  \n${inOneLine(block.hint)}` : ""}`);
    case "notice":
      return quoted(inOneLine(block.text));
    default:
      return block satisfies never;
  }
}

function promptText(block: BlockOf<"prompt">): string {
  const { text, files = [], by, at } = block;
  const names = files
    .map(({ name, mediaType }) => `- attached: ${inOneLine(name)} (${inOneLine(mediaType)})`)
    .join("\n");
  const who = by.kind === "client" ? "You" : by.kind;
  return [`## ${who}, ${inOneLine(at)}`, `${clean(text).trim()}${cutNote(block)}`, names]
    .filter((part) => part !== "")
    .join("\n\n");
}

function toolText(block: BlockOf<"tool">): string {
  const { title, status, output, files } = block;
  const touched = files
    .map(({ path, access }) => `${access === "write" ? "wrote" : "read"} \`${inOneLine(path)}\``)
    .join(", ");
  const line = `**${inOneLine(title)}** (${status})${touched === "" ? "" : `: ${touched}`}`;
  const said = clean(output).trimEnd();
  return said === "" ? line : `${line}\n\n${fenced(said)}${cutNote(block)}`;
}

function permissionText({ title, detail, notes = [], state, option, options, by }: BlockOf<"permission">): string {
  const chosen = options.find(({ id }) => id === option);
  const label = chosen ? optionLabel(chosen) : option;
  const answer = label === null || label === undefined ? state : `${label}${byName(by) ? ` (${byName(by)})` : ""}`;
  const asked = quoted(`**asked:** ${inOneLine(title)}: ${inOneLine(answer)}`);
  return [
    asked,
    ...(detail.trim() === "" || detail === title ? [] : [fenced(clean(detail).trimEnd())]),
    ...(notes.length === 0
      ? []
      : [
          "*notes that are not in the text above:*",
          fenced(clean(notes.map((note) => note.replaceAll("\n", "\n  ")).join("\n"))),
        ]),
  ].join("\n\n");
}

/** Long texts are stored outside their events: only the beginning is here. */
const cutNote = ({ cuts = [] }: Block): string =>
  cuts.map(({ hash, bytes }) => `\n\n*(all ${bytes} bytes of it: skein show --blob ${hash})*`).join("");

/** A fence longer than any in the text, so that nothing in the text can end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

const quoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

function clean(text: string): string {
  return safeText(text);
}
const inOneLine = (text: string): string => clean(text).replace(/\s+/g, " ").trim();
