// What `skein help` can be about besides commands.

export const topicNames = ["all", "flags", "exit-codes", "env"] as const;
