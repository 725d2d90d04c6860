/** Why a session has ended, for people. */
export const endedText = (reason: string): string =>
  reason === "killed" ? "the process was ended" : `session ${reason}`;
