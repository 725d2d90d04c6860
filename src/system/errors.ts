// What a failure says: its text for people, and the system's code for it. For whatever was thrown, since TypeScript knows nothing of that.

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The system's word for what went wrong, such as ENOENT; null where there is none. */
export function codeOf(thrown: unknown): string | null {
  const isObject = typeof thrown === "object" && thrown !== null;
  return isObject && "code" in thrown && typeof thrown.code === "string" ? thrown.code : null;
}

/** The file that it is about; null where none is named. */
export function failedPathOf(thrown: unknown): string | null {
  const isObject = typeof thrown === "object" && thrown !== null;
  return isObject && "path" in thrown && typeof thrown.path === "string" ? thrown.path : null;
}

/** Whether the code is one of these. */
export function isCode(thrown: unknown, ...codes: readonly string[]): boolean {
  const code = codeOf(thrown);
  return code !== null && codes.includes(code);
}

/** For `catch`: what is not there is null. Everything else is thrown again. */
export function absent(thrown: unknown): null {
  if (isCode(thrown, "ENOENT")) return null;
  throw thrown;
}

/** What is read, or null where it is not there. */
export function unlessAbsent<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    return absent(error);
  }
}
