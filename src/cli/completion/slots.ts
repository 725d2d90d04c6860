// What can stand where in a command, read from its declaration: the same words that its usage shows to people.
import type { Command } from "../command.ts";
import type { Flag } from "../flags.ts";

/** What is completed by asking, by looking at files, or not at all; or one of these words. */
export type Slot =
  | "sessions"
  | "agents"
  | "modes"
  | "commands"
  | "directories"
  | "files"
  | "nothing"
  | readonly string[];

const kinds: Readonly<Record<string, Slot>> = {
  session: "sessions",
  agent: "agents",
  mode: "modes",
  command: "commands",
  dir: "directories",
  path: "directories",
  file: "files",
};

export const slotOfFlag = ({ value }: Flag): Slot => kinds[value ?? ""] ?? "nothing";

/** One for each positional; the last one repeats where the usage says "…". */
export function slotsOf({ usage }: Pick<Command, "usage">): { slots: Slot[]; isRepeating: boolean } {
  const rest = usage.replace(/^\S+\s*/, "").replace(/--\S+( <[^>]*>)?/g, "");
  // Without brackets around them it is words of its own that a command begins with: "status | start | stop".
  if (/^[a-z]/.test(rest)) return { slots: [wordsIn(rest)], isRepeating: false };
  const groups = [...rest.matchAll(/<([^>]*)>|\[([^\]]*)\]|"[^"]*"/g)];
  const slots = groups.map(([, needed, possible]) => slotOf(needed ?? possible ?? ""));
  return { slots, isRepeating: rest.includes("…") };
}

/** The first word of each alternative. */
const wordsIn = (text: string): string[] =>
  text.split(" | ").flatMap((part) => /^\s*([a-z][\w-]*)/.exec(part)?.[1] ?? []);

function slotOf(inside: string): Slot {
  const words = inside.split("|").map((word) => word.trim());
  // "[path | session]": a session is what nobody can type by heart.
  const known = words.map((word) => kinds[word]).filter((slot) => slot !== undefined);
  const asked = known.find((slot) => slot === "sessions") ?? known[0];
  if (asked !== undefined) return asked;
  const literal = words.filter((word) => /^[a-z][\w-]*$/.test(word));
  return literal.length === words.length && words.length > 1 ? literal : "nothing";
}
