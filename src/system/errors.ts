// The message and the system's error code of anything that was thrown.

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The system's error code, such as ENOENT; null if there is none. */
export function codeOf(thrown: unknown): string | null {
  const isObject = typeof thrown === "object" && thrown !== null;
  return isObject && "code" in thrown && typeof thrown.code === "string" ? thrown.code : null;
}

/** The path in the error; null if there is none. */
export function failedPathOf(thrown: unknown): string | null {
  const isObject = typeof thrown === "object" && thrown !== null;
  return isObject && "path" in thrown && typeof thrown.path === "string" ? thrown.path : null;
}

/** Whether the error has one of these codes. */
export function isCode(thrown: unknown, ...codes: readonly string[]): boolean {
  const code = codeOf(thrown);
  return code !== null && codes.includes(code);
}

/** For `catch`: returns null if a file does not exist, and rethrows every other error. */
export function absent(thrown: unknown): null {
  if (isCode(thrown, "ENOENT")) return null;
  throw thrown;
}

/** The result, or null if the file does not exist. */
export function unlessAbsent<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    return absent(error);
  }
}
