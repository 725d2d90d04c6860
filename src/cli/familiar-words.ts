// Words of other programs, and their meaning here.

const meanings: readonly (readonly [command: string, ...words: string[]])[] = [
  ["sessions", "list", "status", "tasks", "jobs"],
  ["sessions --watch", "top", "watch", "monitor", "dashboard"],
  ["attach", "resume", "continue", "join", "enter", "connect", "switch"],
  ["use", "select", "checkout"],
  ["new", "start", "create", "run", "exec", "spawn", "chat"],
  ["fork", "branch", "copy", "duplicate", "clone"],
  ["send", "prompt", "ask", "say", "tell", "message"],
  ["send --steer", "steer"],
  ["answer", "approve", "allow", "permit", "reply", "respond"],
  ["inbox", "questions", "permission", "permissions", "pending", "notifications"],
  ["queue", "hold", "release", "pause"],
  ["policy", "rules"],
  ["show", "info", "history", "transcript", "view", "cat", "log"],
  ["stats", "cost", "usage"],
  ["limit", "budget"],
  ["set-mode", "mode"],
  ["set-model", "model", "models"],
  ["rename", "name", "mv"],
  ["undo", "restore", "undelete"],
  ["undo --list, or skein prune --trash to empty it", "trash"],
  ["export", "save"],
  ["agents", "login", "providers"],
  ["config", "settings", "preferences"],
  ["doctor", "check", "diagnose", "setup", "repair", "fix"],
  // Words for an end can mean several commands, so none of these is suggested.
  ["help", "man", "commands", "end", "quit", "exit", "close", "terminate"],
  ["--version", "version"],
  // Words with the same meaning, not typing errors.
  ["abort", "interrupt", "cancel"],
];

const byWord = new Map(meanings.flatMap(([command, ...words]) => words.map((word) => [word, command] as const)));

/** The command for a word of another program; null if the word is unknown. */
export const familiarCommand = (word: string): string | null => byWord.get(word.toLowerCase()) ?? null;
