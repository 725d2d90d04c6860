// Every command, loaded when it is called: starting Skein costs what the one command needs.
import type { Command } from "../command.ts";

type Load = () => Promise<{ command: Command }>;

/** Each with the words that call it; a test holds them to the commands' own. */
const table: readonly { readonly words: readonly string[]; readonly load: Load }[] = [
  { words: ["attach"], load: () => import("./attach.ts") },
  { words: ["new"], load: () => import("./new.ts") },
  { words: ["fork"], load: () => import("./fork.ts") },
  { words: ["use"], load: () => import("./use.ts") },
  { words: ["sessions", "ls", "ps"], load: () => import("./sessions.ts") },
  { words: ["send"], load: () => import("./send.ts") },
  { words: ["queue"], load: () => import("./queue.ts") },
  { words: ["follow", "logs", "tail"], load: () => import("./follow.ts") },
  { words: ["answer"], load: () => import("./answer.ts") },
  { words: ["inbox"], load: () => import("./inbox.ts") },
  { words: ["policy"], load: () => import("./policy.ts") },
  { words: ["limit"], load: () => import("./limit.ts") },
  { words: ["set-mode"], load: () => import("./set-mode.ts") },
  { words: ["set-model"], load: () => import("./set-model.ts") },
  { words: ["abort"], load: () => import("./abort.ts") },
  { words: ["kill", "stop"], load: () => import("./kill.ts") },
  { words: ["show"], load: () => import("./show.ts") },
  { words: ["export"], load: () => import("./export.ts") },
  { words: ["agents"], load: () => import("./agents.ts") },
  { words: ["doctor"], load: () => import("./doctor.ts") },
  { words: ["daemon"], load: () => import("./daemon.ts") },
  { words: ["demo"], load: () => import("./demo.ts") },
  { words: ["help"], load: () => import("./help.ts") },
];

export const commandWords: readonly string[] = table.flatMap(({ words }) => words);

export async function loadCommand(word: string): Promise<Command | null> {
  const entry = table.find(({ words }) => words.includes(word));
  return entry ? (await entry.load()).command : null;
}

/** In the order of the help. */
export const loadAllCommands = (): Promise<Command[]> =>
  Promise.all(table.map(async ({ load }) => (await load()).command));
