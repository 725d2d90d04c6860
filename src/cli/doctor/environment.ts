// Variables of the shell that change what Skein does, or break the programs that it starts.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { distrustDirectory, pathsOf } from "../../home/index.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";
import type { Check, Finding } from "./check.ts";

export interface EnvironmentFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The default home, if it has a log of its own and SKEIN_HOME names another; as people write it. */
  readonly otherHome: string | null;
  /** Why another user could have put code into NODE_COMPILE_CACHE. */
  readonly cacheDistrust: string | null;
}

export const environment: Check = {
  id: "environment",
  async run({ io, paths }) {
    const usual = pathsOf({ HOME: io.env.HOME ?? homedir() });
    const isOther = usual.home !== paths.home && existsSync(usual.database);
    const otherHome = isOther ? tildePath(usual.home, io.env.HOME) : null;
    return environmentFindings({ env: io.env, otherHome, cacheDistrust: distrustOfCache(io.env) });
  },
};

/** Node reads the variable before Skein could refuse the directory. */
export function distrustOfCache({ NODE_COMPILE_CACHE: directory }: EnvironmentFacts["env"]): string | null {
  return directory ? (distrustDirectory(resolve(directory))?.problem ?? null) : null;
}

export function environmentFindings({ env, otherHome, cacheDistrust }: EnvironmentFacts): Finding[] {
  const title = "environment";
  const findings: Finding[] = [...nodeFindings(env.NODE_OPTIONS ?? "").map((finding) => ({ title, ...finding }))];
  if (cacheDistrust !== null)
    findings.push({
      ...{ state: "warning", title },
      text: safeLine(`Node runs code from NODE_COMPILE_CACHE, and ${cacheDistrust}`),
      fix: "unset NODE_COMPILE_CACHE, or set a directory that only you can use",
    });
  if (env.SKEIN_RUN !== undefined)
    findings.push({
      ...{ state: "note", title },
      text: "this shell was started by an agent of Skein: you can't answer agents' questions from here",
    });
  if (otherHome !== null)
    findings.push({
      ...{ state: "note", title },
      text: `SKEIN_HOME is set: the sessions in ${otherHome} are not listed here`,
      fix: "to see them: env -u SKEIN_HOME skein sessions --all",
    });
  return findings.length > 0 ? findings : [{ state: "ok", title, text: "no conflicting variables" }];
}

type Said = Omit<Finding, "title">;

/** The daemon, and agents that run on Node, get it in other directories. */
function nodeFindings(options: string): Said[] {
  const fix = "unset NODE_OPTIONS";
  const [waits] = /--inspect-(brk|wait)\b/.exec(options) ?? [];
  if (waits)
    return [{ state: "failed", text: `NODE_OPTIONS has ${waits}: the daemon and agents wait for a debugger`, fix }];
  const [inspects] = /--inspect(-port)?\b/.exec(options) ?? [];
  const loaded = [...options.matchAll(/(?:--require|-r|--import|--experimental-loader|--loader)[= ]"?([^\s"]+)/g)];
  const relative = loaded.map(([, file = ""]) => file).find((file) => /^\.\.?\//.test(file));
  return [
    ...(relative === undefined
      ? []
      : [
          {
            state: "failed" as const,
            text: safeLine(`NODE_OPTIONS loads ${relative}, a relative path: Node fails to start in other directories`),
            fix: "use an absolute path, or unset NODE_OPTIONS",
          },
        ]),
    ...(inspects
      ? [
          {
            state: "warning" as const,
            text: `NODE_OPTIONS has ${inspects}: every Node process tries to use the same port`,
            fix,
          },
        ]
      : []),
  ];
}
