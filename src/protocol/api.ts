// Facts about the wire as a whole.

export const API = "1.0";

export const limits = {
  /** Of a request's body. */
  bodyBytes: 4 * 1024 * 1024,
  /** Of a file that is uploaded, and of all files of a prompt together. */
  fileBytes: 20 * 1024 * 1024,
  /** Files that go with one prompt. */
  promptFiles: 20,
  /** Of a session's name. */
  nameCharacters: 64,
  /** Events in one page of a log. */
  pageEvents: 1000,
  /** Sessions in one page of a list. */
  pageSessions: 200,
  /** How long a client may claim that its person looks at a session before it says so again. */
  focusSeconds: 120,
} as const;

/** Answer of `GET /v1`. */
export interface ServerInfo {
  api: string;
  daemon: { version: string; pid: number; startedAt: string };
  epoch: string;
  /** Names of what this daemon can do. */
  features: string[];
  limits: typeof limits;
  time: string;
  /** The newest recovery from damage; null when there never was one. */
  recovery: {
    at: string;
    text: string;
    lost: number;
    kept: string;
    /** What this and former recoveries have set aside; older daemons don't say it. */
    copies?: { incidents: number; bytes: number };
  } | null;
  /** What is wrong with config.toml; null when nothing is. */
  config: { problem: string | null; minFreeMegabytes: number };
  /** Whether changes can be taken; `text` says what people should know when it is not as it should be. */
  storage: { kind: "writable" } | { kind: "slow" | "fenced" | "lost"; since: string; text: string };
}
