// The possible values of each argument, read from the usage text that people see.
import { statusNames } from "../../client/index.ts";
import type { Command } from "../command.ts";
import type { Flag } from "../flags.ts";
import { topicNames } from "../help/topic-names.ts";

/** How the values are found (asked from Skein, files, nothing), or the words themselves. */
export type Slot =
  | "sessions"
  | "trash"
  | "agents"
  | "modes"
  | "commands"
  | "topics"
  | "keys"
  | "directories"
  | "files"
  | "nothing"
  | readonly string[];

const kinds: Readonly<Record<string, Slot>> = {
  session: "sessions",
  "deleted session": "trash",
  agent: "agents",
  mode: "modes",
  command: "commands",
  dir: "directories",
  path: "directories",
  file: "files",
  status: statusNames,
};

export const slotOfFlag = ({ value = "" }: Flag): Slot =>
  kinds[value] ?? (value.includes(" | ") ? wordsIn(value) : "nothing");

/** One for each positional; the last one repeats if the usage says "…". */
export function slotsOf({ usage }: Pick<Command, "usage">): { slots: Slot[]; isRepeating: boolean } {
  const rest = usage.replace(/^\S+\s*/, "").replace(/--\S+( <[^>]*>)?/g, "");
  // Without brackets they are the command's own words: "status | start | stop".
  if (/^[a-z]/.test(rest)) {
    const second: Slot[] = /[[<]key[\]>]/.test(rest) ? ["keys"] : [];
    return { slots: [wordsIn(rest), ...second], isRepeating: false };
  }
  const groups = [...rest.matchAll(/<([^>]*)>|\[([^\]]*)\]|"[^"]*"/g)];
  const slots = groups.map(([, needed, possible]) => slotOf(needed ?? possible ?? ""));
  return { slots, isRepeating: rest.includes("…") };
}

/** The first word of each alternative. */
const wordsIn = (text: string): string[] =>
  text.split(" | ").flatMap((part) => /^\s*([a-z][\w-]*)/.exec(part)?.[1] ?? []);

function slotOf(inside: string): Slot {
  const words = inside.split("|").map((word) => word.trim());
  // "[path | session]": sessions are offered, because nobody knows them by heart.
  const known = words.map((word) => kinds[word]).filter((slot) => slot !== undefined);
  const asked = known.find((slot) => slot === "sessions") ?? known[0];
  if (asked === "commands" && words.some((word) => topicNames.some((topic) => topic === word))) return "topics";
  if (asked !== undefined) return asked;
  const literal = words.filter((word) => /^[a-z][\w-]*$/.test(word));
  return literal.length === words.length && words.length > 1 ? literal : "nothing";
}
