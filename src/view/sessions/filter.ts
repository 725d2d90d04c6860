// Parses the filter of the list: words, and "agent:codex", "is:failed", "in:api".

import { groupOf } from "../../core/list-groups.ts";
import { sessionLabel } from "../session-label.ts";
import { displayStatusOf, type Row } from "./display-status.ts";

type Test = (row: Row) => boolean;

/** The values of "is:". */
const tests: Readonly<Record<string, Test>> = {
  "needs-you": (row) => groupOf(row) === "needs_you",
  working: (row) => groupOf(row) === "working",
  unread: (row) => row.unread === true || groupOf(row) === "unread",
  failed: (row) => displayStatusOf(row).icon === "failed",
  idle: (row) => displayStatusOf(row).icon === "idle",
  archived: (row) => groupOf(row) === "archived",
  snoozed: (row) => groupOf(row) === "snoozed",
  pinned: ({ pinned }) => pinned === true,
  fork: ({ fork }) => fork !== undefined,
};

export const filterWords: readonly string[] = Object.keys(tests);

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Rows are immutable, so each text is computed once. */
const texts = new WeakMap<Row, string>();

function textOf(row: Row): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { id, title, agent, model, workspace, lastMessage } = row;
  const text = plain([sessionLabel(row), title, agent, model, workspace.path, lastMessage, id].join("\n"));
  texts.set(row, text);
  return text;
}

/** Null for an empty filter. All words must match. */
export function filterOf(typed: string): Test | null {
  const words = typed.trim().split(/\s+/).filter(Boolean).map(testOf);
  return words.length === 0 ? null : (row) => words.every((test) => test(row));
}

function testOf(word: string): Test {
  const [, key = "", value = ""] = /^(agent|is|in):(.+)$/i.exec(word) ?? [];
  const wanted = plain(value);
  switch (key.toLowerCase()) {
    case "agent":
      return ({ agent }) => plain(agent).startsWith(wanted);
    case "in":
      return ({ workspace }) => plain(workspace.path).includes(wanted);
    case "is": {
      // An incomplete value matches by its beginning.
      const name = filterWords.find((one) => one.startsWith(wanted));
      return (name === undefined ? undefined : tests[name]) ?? (() => false);
    }
    default: {
      const text = plain(word);
      return (row) => textOf(row).includes(text);
    }
  }
}
