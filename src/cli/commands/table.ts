// Every command, loaded when it is called: starting Skein costs what the one command needs.
import type { Command } from "../command.ts";

type Load = () => Promise<{ command: Command }>;

interface Entry {
  readonly words: readonly string[];
  /** It ends work or takes something away: nobody is led to it by a slip. */
  readonly ends?: true;
  readonly load: Load;
}

/** Each with the words that call it; a test holds them to the commands' own. */
const table: readonly Entry[] = [
  { words: ["attach"], load: () => import("./attach.ts") },
  { words: ["new"], load: () => import("./new.ts") },
  { words: ["fork"], load: () => import("./fork.ts") },
  { words: ["clear"], ends: true, load: () => import("./clear.ts") },
  { words: ["use"], load: () => import("./use.ts") },
  { words: ["sessions", "ls", "ps"], load: () => import("./sessions.ts") },
  { words: ["send"], load: () => import("./send.ts") },
  { words: ["wait"], load: () => import("./wait.ts") },
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
  { words: ["abort"], ends: true, load: () => import("./abort.ts") },
  { words: ["kill", "stop"], ends: true, load: () => import("./kill.ts") },
  { words: ["restart"], ends: true, load: () => import("./restart.ts") },
  { words: ["show"], load: () => import("./show.ts") },
  { words: ["last"], load: () => import("./last.ts") },
  { words: ["export"], load: () => import("./export.ts") },
  { words: ["import"], load: () => import("./import.ts") },
  { words: ["archive"], ends: true, load: () => import("./archive.ts") },
  { words: ["unarchive"], load: () => import("./unarchive.ts") },
  { words: ["delete", "rm"], ends: true, load: () => import("./delete.ts") },
  { words: ["prune"], ends: true, load: () => import("./prune.ts") },
  { words: ["undo"], load: () => import("./undo.ts") },
  { words: ["stats"], load: () => import("./stats.ts") },
  { words: ["verify"], load: () => import("./verify.ts") },
  { words: ["open"], load: () => import("./open.ts") },
  { words: ["agents"], load: () => import("./agents.ts") },
  { words: ["doctor"], load: () => import("./doctor.ts") },
  { words: ["config"], load: () => import("./config.ts") },
  { words: ["completion"], load: () => import("./completion.ts") },
  { words: ["daemon"], load: () => import("./daemon.ts") },
  { words: ["uninstall"], ends: true, load: () => import("./uninstall.ts") },
  { words: ["demo"], load: () => import("./demo.ts") },
  { words: ["help"], load: () => import("./help.ts") },
];

/** For scripts of shells: in no help. */
const hidden: readonly Entry[] = [{ words: ["__complete"], load: () => import("./complete.ts") }];

export const commandWords: readonly string[] = table.flatMap(({ words }) => words);

export const endingWords: readonly string[] = table.flatMap(({ words, ends }) => (ends ? words : []));

export async function loadCommand(word: string): Promise<Command | null> {
  const entry = [...table, ...hidden].find(({ words }) => words.includes(word));
  return entry ? (await entry.load()).command : null;
}

/** In the order of the help. */
export const loadAllCommands = (): Promise<Command[]> =>
  Promise.all(table.map(async ({ load }) => (await load()).command));
