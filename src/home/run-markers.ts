// Whether a program was started inside an agent, according to its own environment. It reports that to the daemon, which can't find out on
// every system.

/** The run that the program belongs to, and the marker of a daemon that was itself started in a run. */
export const runMarkersIn = ({ SKEIN_RUN, SKEIN_WITHIN }: Readonly<Record<string, string | undefined>>): string[] =>
  [SKEIN_RUN ?? "", SKEIN_WITHIN ?? ""].filter((marker) => marker !== "");
