// The environments of sessions' agents: each is its client's, cleaned. Stored in files with mode 0600, never in the log.
import { readdirSync, rmSync } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { agentEnvironment } from "../../agents/index.ts";
import { isUuid, SkeinError } from "../../core/index.ts";
import { readRegularFile } from "../../home/index.ts";
import type { SessionEnvironment } from "../../session/index.ts";
import { finishedNameOf, isCode, messageOf, replaceFile, TaskQueue } from "../../system/index.ts";

export interface Environments {
  keep(session: string, env: Readonly<Record<string, string>>): Promise<void>;
  /** Rejects if the stored one can't be read or is gone: an agent never gets another environment than its own. */
  of(session: string, known: { hadOwn: boolean }): Promise<SessionEnvironment>;
  /** When the session's own environment was stored; null if it has none. */
  since(session: string): Promise<string | null>;
  /** The names of the variables that would differ with this environment. Rejects as `of` does. */
  compare(session: string, env: Readonly<Record<string, string>>, known: { hadOwn: boolean }): Promise<string[]>;
  /** For a session that was removed for good. */
  forget(session: string): Promise<void>;
  /**
   * Removes the environments of all other sessions, except files written `before` that time. `sessions` is called after the files are listed:
   * a session exists before its file does.
   */
  keepOnly(sessions: () => readonly string[], except: { before: string | null }): Promise<void>;
}

/** Bodies of requests are limited, and so are these. */
const MAX_BYTES = 8 * 1024 * 1024;

const END = ".json";

const Environment = z.record(z.string(), z.string());

/** `fallback` is for sessions whose client sent none. */
export function openEnvironments(dir: string, fallback: Readonly<Record<string, string | undefined>>): Environments {
  const fileOf = (session: string): string => join(dir, `${session}${END}`);
  removeUnfinished(dir);
  /** Writes run in order, so that the last one wins. */
  const writes = new TaskQueue();
  const of: Environments["of"] = async (session, { hadOwn }) => {
    const path = fileOf(session);
    try {
      const text = readRegularFile(path, { maxBytes: MAX_BYTES, isTrusted: true }).toString("utf8");
      return { variables: Environment.parse(JSON.parse(text)), isOwn: true };
    } catch (cause) {
      if (!isCode(cause, "ENOENT")) throw unreadable(path, cause);
      if (hadOwn) throw gone(path);
      return { variables: agentEnvironment(fallback), isOwn: false };
    }
  };
  return {
    keep(session, env) {
      const text = JSON.stringify(agentEnvironment(env));
      return writes.run(() => replaceFile(fileOf(session), text));
    },
    of,
    since: (session) =>
      stat(fileOf(session)).then(
        ({ mtime }) => mtime.toISOString(),
        () => null,
      ),
    compare: async (session, env, known) =>
      differingVariables((await of(session, known)).variables, agentEnvironment(env)),
    forget: (session) => unlink(fileOf(session)).catch(() => {}),
    async keepOnly(sessions, { before }) {
      const found = (await readdir(dir)).filter((name) => name.endsWith(END) && isUuid(name.slice(0, -END.length)));
      const known = new Set(sessions().map((session) => `${session}${END}`));
      const unknown = found.filter((name) => !known.has(name));
      for (const name of unknown)
        if (await isSince(join(dir, name), before)) await unlink(join(dir, name)).catch(() => {});
    },
  };
}

const isSince = (path: string, time: string | null): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => time === null || mtimeMs >= Date.parse(time),
    () => false,
  );

/** Removes files that a daemon was writing when it died. */
function removeUnfinished(dir: string): void {
  for (const name of readdirSync(dir)) {
    const file = finishedNameOf(name);
    if (file?.endsWith(END) && isUuid(file.slice(0, -END.length))) rmSync(join(dir, name), { force: true });
  }
}

const RENEW = "Run `skein restart` or `skein attach` in a shell that has the right environment.";

const gone = (path: string): SkeinError =>
  new SkeinError(
    "environment_unreadable",
    `The session's environment in ${path} is gone: the file was deleted or moved. ${RENEW}`,
  );

function unreadable(path: string, cause: unknown): SkeinError {
  const isDamaged = cause instanceof SyntaxError || cause instanceof z.ZodError;
  const why = isDamaged ? "the file is damaged" : messageOf(cause);
  const message = `The session's environment in ${path} can't be read: ${why}. ${RENEW}`;
  return new SkeinError("environment_unreadable", message, { cause });
}

/** Variables that only say where a client ran: they differ between terminals, and no agent's work depends on them. */
const ofTerminal = [
  /^(_|SHLVL|PWD|OLDPWD|COLUMNS|LINES|WINDOW|WINDOWID|STY|GPG_TTY|COLORTERM|COLORFGBG|VTE_VERSION|HISTFILE|LS_COLORS)$/,
  /^(TERM|TMUX|WT|ITERM|LC_TERMINAL|KITTY|ALACRITTY|WEZTERM|GHOSTTY|KONSOLE|TERMINATOR|ZELLIJ|VSCODE)(_|$)/,
  /^SSH_(TTY|CLIENT|CONNECTION)$/,
  /^XDG_(SESSION|VTNR|SEAT)/,
  /_SESSION_(ID|KEY)$/,
];

type Variables = Readonly<Record<string, string>>;

/** The sorted names of the variables that differ. Both environments are cleaned. */
function differingVariables(one: Variables, other: Variables): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name] && !ofTerminal.some((rule) => rule.test(name))).sort();
}
