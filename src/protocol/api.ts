// Facts about the wire as a whole.

export const API = "1.0";

export const limits = {
  /** Of a request's body. */
  bodyBytes: 4 * 1024 * 1024,
  /** Of an uploaded file, and of all files of a prompt together. */
  fileBytes: 20 * 1024 * 1024,
  /** Files of one prompt. */
  promptFiles: 20,
  /** Of a session's name. */
  nameCharacters: 64,
  /** Events in one page of a log. */
  pageEvents: 1000,
  /** Entries in the outline of a session. */
  outlineEntries: 1000,
  /** Events in the timeline of a session. */
  timelinePoints: 200,
  /** Stretches of it that have marks. */
  timelineMarks: 600,
  /** Of the words that are looked for in a session. */
  findCharacters: 200,
  /** Sessions in one page of a list. */
  pageSessions: 200,
  /** How long a client's claim that its user looks at a session is valid. */
  focusSeconds: 120,
  /** After how many minutes at most a device is reminded of a question. */
  remindMinutes: 1440,
} as const;
