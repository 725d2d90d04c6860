// Converts the output of a tool that ends into its messages. One parser per format: to support another format, add it to the table.
import { TextLines } from "../../../core/text/line-splitter.ts";
import type { Output, RunnerLine } from "../protocol.ts";
import { textOf, valuesAt } from "./values-at.ts";

export type Said = Extract<RunnerLine, { type: "text" | "session" | "failed" | "notice" }>;

/** No output is lost: what a parser can't read is text. */
export interface OutputParser {
  /** The next chunk of plain text. */
  push(text: string): Said[];
  /** The output has ended. */
  end(): Said[];
}

export const outputParsers: Readonly<Record<Output["format"], (output: Output) => OutputParser>> = {
  text: () => ({ push: (text) => (text === "" ? [] : [{ type: "text", message: 1, text }]), end: () => [] }),
  json: parseDocument,
  jsonl: parseLines,
};

const MAX_KEPT = 64 * 1024 * 1024;

/** One document, perhaps after other text. */
function parseDocument(output: Output): OutputParser {
  const pieces: string[] = [];
  let length = 0;
  return {
    push(text) {
      length += text.length;
      // No answer is this long: it is passed on unchanged.
      if (length > MAX_KEPT) return [{ type: "text", message: 1, text: pieces.splice(0).join("") + text }];
      pieces.push(text);
      return [];
    },
    end() {
      const text = pieces.join("");
      if (text.trim() === "") return [];
      const { before, json } = documentIn(text);
      if (json === undefined) return [{ type: "text", message: 1, text }, unlike(output, "it is not JSON")];
      const { said, hasResponse } = meaningOf(json, output, 2);
      const words: Said[] = before.trim() === "" ? [] : [{ type: "text", message: 1, text: before }];
      if (hasResponse || output.response === null) return [...words, ...said];
      return [...words, { type: "text", message: 2, text }, ...said, nothingThere(output)];
    },
  };
}

function documentIn(text: string): { before: string; json?: unknown } {
  for (const from of [0, text.search(/^[{[]/m)]) {
    const json = from < 0 ? undefined : parse(text.slice(from));
    if (json !== undefined) return { before: text.slice(0, from), json };
  }
  return { before: text };
}

/** One document per line. Lines without a response are ignored, unless there is no response at all. */
function parseLines(output: Output): OutputParser {
  const encoder = new TextEncoder();
  const lines = new TextLines();
  let messages = 0;
  let hasAnswered = false;
  let passedOver = "";
  const handleLine = (line: string): Said[] => {
    if (line.trim() === "") return [];
    const json = parse(line);
    if (json === undefined) return [{ type: "text", message: ++messages, text: line }];
    const { said, hasResponse } = meaningOf(json, output, messages + 1);
    if (hasResponse) {
      messages++;
      hasAnswered = true;
      passedOver = "";
    } else if (said.some(({ type }) => type === "failed")) hasAnswered = true;
    if (!hasAnswered && passedOver.length < MAX_KEPT) passedOver += line;
    return said;
  };
  return {
    push: (text) => lines.push(encoder.encode(text)).flatMap((line) => handleLine(`${line}\n`)),
    end() {
      const said = handleLine(lines.rest());
      if (hasAnswered || output.response === null || passedOver === "") return said;
      return [...said, { type: "text", message: messages + 1, text: passedOver }, nothingThere(output)];
    },
  };
}

function meaningOf(json: unknown, output: Output, message: number): { said: Said[]; hasResponse: boolean } {
  const said: Said[] = [];
  const id = output.session ? valuesAt(json, output.session).map(textOf).find(Boolean) : undefined;
  if (id !== undefined) said.push({ type: "session", id });
  const text = output.response ? valuesAt(json, output.response).map(textOf).join("") : "";
  if (text !== "") said.push({ type: "text", message, text });
  const failure = output.error ? valuesAt(json, output.error).find(isFailure) : undefined;
  if (failure !== undefined) said.push({ type: "failed", text: failure === true ? reasonIn(text) : reasonIn(failure) });
  return { said, hasResponse: text !== "" };
}

/** `false`, 0 and an empty text mean success. */
const isFailure = (value: unknown): boolean => Boolean(value);

const MAX_REASON = 1000;

function reasonIn(value: unknown): string {
  const words = typeof value === "object" && value !== null && "message" in value ? value.message : value;
  return textOf(words).slice(0, MAX_REASON) || "The tool reports a failure without a reason.";
}

const unlike = (output: Output, why: string): Said => ({
  type: "notice",
  kind: "unlike_config",
  text: `The tool's output could not be read as ${output.format}: ${why}. It is shown unchanged.`,
});

const nothingThere = (output: Output): Said => unlike(output, "there is no value at response_json_path");

/** Undefined if it is not JSON; a bare number or word does not count either. */
function parse(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
