// The topics of `skein help` besides commands.

export const topicNames = ["all", "flags", "exit-codes", "env"] as const;
