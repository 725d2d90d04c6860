// Where an agent keeps its own record of a conversation. It is declared before the conversation has a name, so it is a pattern.

/** `{id}` stands for the agent's name of the conversation, `{id:8}` for the first eight characters of it, `*` for what only the agent knows. */
export const nativeFileOf = (pattern: string, nativeId: string): string =>
  pattern.replace(/\{id(?::(\d+))?\}/g, (_, length?: string) =>
    length === undefined ? nativeId : nativeId.slice(0, Number(length)),
  );
