// Words of other programs, and their meaning here.

const meanings: readonly (readonly [command: string, ...words: string[]])[] = [
  ["sessions", "list", "status"],
  ["sessions --watch", "top", "watch", "monitor", "dashboard"],
  ["attach", "resume", "continue", "join", "enter", "connect", "switch"],
  ["use", "select", "checkout"],
  ["new", "start", "create", "run", "exec", "spawn"],
  ["fork", "branch", "copy", "duplicate"],
  ["send", "prompt", "ask", "say", "tell", "message"],
  ["send --steer", "steer"],
  ["answer", "approve", "allow", "permit", "reply", "respond"],
  ["inbox", "questions", "permissions", "pending"],
  ["policy", "rules"],
  ["show", "info", "history", "transcript", "view", "cat", "log"],
  ["stats", "cost", "usage"],
  ["limit", "budget"],
  ["set-mode", "mode"],
  ["set-model", "model", "models"],
  ["rename", "name", "mv"],
  ["undo", "restore", "undelete"],
  ["undo --list, or skein prune --trash to empty it", "trash"],
  ["config", "settings", "preferences"],
  ["doctor", "check", "diagnose"],
  ["help", "man", "commands"],
  ["--version", "version"],
  // Words with the same meaning, not typing errors.
  ["abort", "interrupt", "cancel"],
];

const byWord = new Map(meanings.flatMap(([command, ...words]) => words.map((word) => [word, command] as const)));

/** The command for a word of another program; null if the word is unknown. */
export const familiarCommand = (word: string): string | null => byWord.get(word.toLowerCase()) ?? null;
