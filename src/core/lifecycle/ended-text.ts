/** Why a session is closed, for people. */
export const endedText = (reason: string): string =>
  reason === "killed" ? "the process was ended" : `session ${reason}`;
