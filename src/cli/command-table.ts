// Every command, loaded when it is called, so that starting Skein stays fast.
import type { Command } from "./command.ts";

type Load = () => Promise<{ command: Command }>;

interface Entry {
  readonly words: readonly string[];
  /** It ends or removes something, so it is never suggested. */
  readonly ends?: true;
  readonly load: Load;
}

/** Each with its names; a test compares them with the commands' own. */
const table: readonly Entry[] = [
  { words: ["attach"], load: () => import("./commands/attach.ts") },
  { words: ["new"], load: () => import("./commands/new.ts") },
  { words: ["fork"], load: () => import("./commands/fork.ts") },
  { words: ["clear"], ends: true, load: () => import("./commands/clear.ts") },
  { words: ["use"], load: () => import("./commands/use.ts") },
  { words: ["sessions", "ls", "ps"], load: () => import("./commands/sessions.ts") },
  { words: ["send"], load: () => import("./commands/send.ts") },
  { words: ["wait"], load: () => import("./commands/wait.ts") },
  { words: ["queue"], load: () => import("./commands/queue.ts") },
  { words: ["follow", "logs", "tail"], load: () => import("./commands/follow.ts") },
  { words: ["answer"], load: () => import("./commands/answer.ts") },
  { words: ["inbox"], load: () => import("./commands/inbox.ts") },
  { words: ["policy"], load: () => import("./commands/policy.ts") },
  { words: ["limit"], load: () => import("./commands/limit.ts") },
  { words: ["set-mode"], load: () => import("./commands/set-mode.ts") },
  { words: ["set-model"], load: () => import("./commands/set-model.ts") },
  { words: ["rename"], load: () => import("./commands/rename.ts") },
  { words: ["ack"], load: () => import("./commands/ack.ts") },
  { words: ["unread"], load: () => import("./commands/unread.ts") },
  { words: ["pin"], load: () => import("./commands/pin.ts") },
  { words: ["unpin"], load: () => import("./commands/unpin.ts") },
  { words: ["snooze"], load: () => import("./commands/snooze.ts") },
  { words: ["move", "mv"], load: () => import("./commands/move.ts") },
  { words: ["abort"], ends: true, load: () => import("./commands/abort.ts") },
  { words: ["kill", "stop"], ends: true, load: () => import("./commands/kill.ts") },
  { words: ["restart"], ends: true, load: () => import("./commands/restart.ts") },
  { words: ["diff"], load: () => import("./commands/diff.ts") },
  { words: ["replay"], load: () => import("./commands/replay.ts") },
  { words: ["show"], load: () => import("./commands/show.ts") },
  { words: ["find", "grep"], load: () => import("./commands/find.ts") },
  { words: ["last"], load: () => import("./commands/last.ts") },
  { words: ["export"], load: () => import("./commands/export.ts") },
  { words: ["import"], load: () => import("./commands/import.ts") },
  { words: ["archive"], ends: true, load: () => import("./commands/archive.ts") },
  { words: ["unarchive"], load: () => import("./commands/unarchive.ts") },
  { words: ["delete", "rm"], ends: true, load: () => import("./commands/delete.ts") },
  { words: ["prune"], ends: true, load: () => import("./commands/prune.ts") },
  { words: ["undo"], load: () => import("./commands/undo.ts") },
  { words: ["stats"], load: () => import("./commands/stats.ts") },
  { words: ["verify"], load: () => import("./commands/verify.ts") },
  { words: ["open"], load: () => import("./commands/open.ts") },
  { words: ["web"], load: () => import("./commands/web.ts") },
  { words: ["devices"], load: () => import("./commands/devices.ts") },
  { words: ["agents"], load: () => import("./commands/agents.ts") },
  { words: ["doctor"], load: () => import("./commands/doctor.ts") },
  { words: ["config"], load: () => import("./commands/config.ts") },
  { words: ["completion"], load: () => import("./commands/completion.ts") },
  { words: ["daemon"], load: () => import("./commands/daemon.ts") },
  { words: ["uninstall"], ends: true, load: () => import("./commands/uninstall.ts") },
  { words: ["demo"], load: () => import("./commands/demo.ts") },
  { words: ["help"], load: () => import("./commands/help.ts") },
];

/** For shell scripts; not in the help. */
const hidden: readonly Entry[] = [{ words: ["__complete"], load: () => import("./commands/complete.ts") }];

export const commandWords: readonly string[] = table.flatMap(({ words }) => words);

export const endingWords: readonly string[] = table.flatMap(({ words, ends }) => (ends ? words : []));

export async function loadCommand(word: string): Promise<Command | null> {
  const entry = [...table, ...hidden].find(({ words }) => words.includes(word));
  return entry ? (await entry.load()).command : null;
}

/** In the order of the help. */
export const loadAllCommands = (): Promise<Command[]> =>
  Promise.all(table.map(async ({ load }) => (await load()).command));
