// Every command, loaded when it is called: starting Skein costs what the one command needs.
import type { Command } from "../command.ts";

type Load = () => Promise<{ command: Command }>;

/** Each with the words that call it; a test holds them to the commands' own. */
const table: readonly { readonly words: readonly string[]; readonly load: Load }[] = [
  { words: ["attach"], load: () => import("./attach.ts") },
  { words: ["new"], load: () => import("./new.ts") },
  { words: ["fork"], load: () => import("./fork.ts") },
  { words: ["clear"], load: () => import("./clear.ts") },
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
  { words: ["rename"], load: () => import("./rename.ts") },
  { words: ["ack"], load: () => import("./ack.ts") },
  { words: ["abort"], load: () => import("./abort.ts") },
  { words: ["kill", "stop"], load: () => import("./kill.ts") },
  { words: ["restart"], load: () => import("./restart.ts") },
  { words: ["show"], load: () => import("./show.ts") },
  { words: ["export"], load: () => import("./export.ts") },
  { words: ["import"], load: () => import("./import.ts") },
  { words: ["archive"], load: () => import("./archive.ts") },
  { words: ["unarchive"], load: () => import("./unarchive.ts") },
  { words: ["delete", "rm"], load: () => import("./delete.ts") },
  { words: ["prune"], load: () => import("./prune.ts") },
  { words: ["undo"], load: () => import("./undo.ts") },
  { words: ["stats"], load: () => import("./stats.ts") },
  { words: ["verify"], load: () => import("./verify.ts") },
  { words: ["open"], load: () => import("./open.ts") },
  { words: ["agents"], load: () => import("./agents.ts") },
  { words: ["doctor"], load: () => import("./doctor.ts") },
  { words: ["config"], load: () => import("./config.ts") },
  { words: ["completion"], load: () => import("./completion.ts") },
  { words: ["daemon"], load: () => import("./daemon.ts") },
  { words: ["demo"], load: () => import("./demo.ts") },
  { words: ["help"], load: () => import("./help.ts") },
];

/** For scripts of shells: in no help. */
const hidden: typeof table = [{ words: ["__complete"], load: () => import("./complete.ts") }];

export const commandWords: readonly string[] = table.flatMap(({ words }) => words);

export async function loadCommand(word: string): Promise<Command | null> {
  const entry = [...table, ...hidden].find(({ words }) => words.includes(word));
  return entry ? (await entry.load()).command : null;
}

/** In the order of the help. */
export const loadAllCommands = (): Promise<Command[]> =>
  Promise.all(table.map(async ({ load }) => (await load()).command));
