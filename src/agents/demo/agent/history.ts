// The agent's own memory of a conversation: one JSONL file per native id, written before anything is done.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isCode } from "../../../system/index.ts";
import type { Launch } from "./program-arguments.ts";

type Entry = { type: "prompt"; id: string; text: string } | { type: "allowed"; command: string };

export interface History {
  /** What it was asked, in order, in this life and in earlier ones. */
  readonly prompts: readonly string[];
  /** How many things it has remembered. */
  readonly entries: number;
  addPrompt(prompt: { id: string; text: string }): void;
  /** "Allow for this session" holds after a resume too. */
  isAllowed(command: string): boolean;
  allow(command: string): void;
}

export class ConversationError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws when a conversation to begin is there already, or one to resume is not: there is no silent blank start. */
export function openHistory({ nativeId, resumed, stateDir, fork }: Launch): History {
  const file = join(stateDir, `${nativeId}.jsonl`);
  const taken = fork ? readEntries(join(stateDir, `${fork.nativeId}.jsonl`), fork.nativeId).slice(0, fork.entries) : [];
  const entries = resumed ? readEntries(file, nativeId) : createFile(stateDir, file, { nativeId, entries: taken });
  let count = entries.length;
  const prompts = entries.flatMap((entry) => (entry.type === "prompt" ? [entry.text] : []));
  const allowed = new Set(entries.flatMap((entry) => (entry.type === "allowed" ? [entry.command] : [])));
  const add = (entry: Entry) => {
    appendFileSync(file, lineOf(entry));
    count += 1;
  };
  return {
    prompts,
    get entries() {
      return count;
    },
    addPrompt({ id, text }) {
      add({ type: "prompt", id, text });
      prompts.push(text);
    },
    isAllowed: (command) => allowed.has(command),
    allow(command) {
      add({ type: "allowed", command });
      allowed.add(command);
    },
  };
}

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

interface Beginning {
  nativeId: string;
  /** What a fork knows from the start. */
  entries: Entry[];
}

function createFile(stateDir: string, file: string, { nativeId, entries }: Beginning): Entry[] {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, entries.map(lineOf).join(""), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (isCode(error, "EEXIST")) {
      throw new ConversationError(
        "native_id_taken",
        `The conversation ${nativeId} exists already: resume it, or start one with another id.`,
      );
    }
    throw error;
  }
  return entries;
}

function readEntries(file: string, nativeId: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      throw new ConversationError(
        "resume_failed",
        `There is no conversation ${nativeId} to resume: start a new session instead.`,
      );
    }
    throw error;
  }
  // A process that was killed while it wrote has left half a line.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n");
  return text.split("\n").flatMap(readEntry);
}

function readEntry(line: string): Entry[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
