// Whether a program was started inside an agent, by its own environment: it then says so to the daemon, which can't tell on every system.

/** The run that the program is part of, and the mark of a daemon that was itself started in one. */
export const runMarkersIn = ({ SKEIN_RUN, SKEIN_WITHIN }: Readonly<Record<string, string | undefined>>): string[] =>
  [SKEIN_RUN ?? "", SKEIN_WITHIN ?? ""].filter((marker) => marker !== "");
