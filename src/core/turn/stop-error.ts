// Errors with which Skein, or a driver, stops a turn on its own. Callers that wait for the turn are told of them.

const codes = [
  "driver_fault",
  "line_too_long",
  "not_sent_whole",
  "output_cut",
  "run_lost",
  "silent",
  "spool_limit",
  "unanswerable_question",
  "unstorable",
] as const;

interface StopError {
  code: (typeof codes)[number];
  message: string;
  hint: string;
}

/** An error that stops a turn; the type allows only the listed codes. */
export const stopError = (code: StopError["code"], message: string, hint: string): StopError => ({
  code,
  message,
  hint,
});

export const isStopError = (code: string): boolean => (codes as readonly string[]).includes(code);
