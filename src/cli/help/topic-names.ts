// What `skein help` can be about besides commands.

export const topicNames = ["exit-codes", "env"] as const;
