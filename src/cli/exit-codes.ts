// The exit codes; other programs rely on them.

export const exitCodes = {
  ok: { code: 0, meaning: "it worked" },
  failed: { code: 1, meaning: "it failed for a reason not listed here" },
  usage: {
    code: 2,
    meaning: "invalid command line, or a mode or model that the agent does not support",
  },
  notFound: {
    code: 3,
    meaning:
      "no such session, directory, turn or question; several match; or none was named and the directory has none",
  },
  denied: { code: 4, meaning: "a permission or a login is needed first" },
  unreachable: { code: 5, meaning: "the daemon can't be reached or started" },
  turnFailed: { code: 6, meaning: "the agent failed the turn" },
  timeout: { code: 7, meaning: "it took longer than --timeout allows" },
  waiting: { code: 8, meaning: "a person is needed: the agent asks something, or the queue is held" },
  withdrawn: { code: 9, meaning: "the prompt was cancelled before the agent got it" },
  tooLate: { code: 10, meaning: "someone else answered first, or the question is no longer open" },
  interrupted: { code: 130, meaning: "the turn was stopped, or you left: Ctrl+C, or no at a confirmation" },
} as const;

export type ExitName = keyof typeof exitCodes;
