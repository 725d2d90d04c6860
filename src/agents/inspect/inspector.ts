// Describes an agent's installation: version, login, models. At most two programs are asked at a time, once for each file, and never to deliver a
// prompt.
import { stat } from "node:fs/promises";
import { messageOf } from "../../system/index.ts";
import type { Driver } from "../driver.ts";
import { agentEnvironment } from "../environment.ts";
import { askProgram } from "./ask-program.ts";
import { atMost } from "./at-most.ts";
import { type Login, loginOf } from "./login.ts";

export interface Inspection {
  readonly path: string | null;
  /** The command that installs it; null if it is installed. */
  readonly install: string | null;
  readonly version: string | null;
  readonly login: Login;
  /** Names that can be set as the model; null if unknown. */
  readonly models: readonly string[] | null;
  /** What could not be found out, and why, in sentences. */
  readonly troubles: readonly string[];
}

/** Whether the program is run. Earlier answers are used without that. */
export type Asked = "version" | "models";

export interface Inspector {
  /** Resolves within the time limit, whatever the programs do. */
  inspect(driver: Driver, env: Env, asked: readonly Asked[]): Promise<Inspection>;
}

type Env = Readonly<Record<string, string | undefined>>;
type Told<T> = { readonly value: T | null } | { readonly trouble: string };

/** For an answer, however many programs must be asked. */
const LIMIT_MS = 5_000;
/** For one program: this leaves time to end it, and to report that. */
const SHARE = 0.9;
const AT_ONCE = 2;

export function createInspector(): Inspector {
  const inTurn = atMost(AT_ONCE);
  const answers = new Map<string, Promise<Told<unknown>>>();

  /** An answer is valid until the file changes. */
  async function ask<T>({ path, args, env, tag, read, isAsked }: Question<T>): Promise<Told<T>> {
    const { mtimeMs, size, ino } = await stat(path);
    const key = JSON.stringify([path, mtimeMs, size, ino, args, tag]);
    const known = answers.get(key) as Promise<Told<T>> | undefined;
    if (!isAsked) return Promise.race([known ?? notYet, notYet]);
    if (known) return known;
    const told = inTurn(async () => {
      const printed = await askProgram({ path, args, env: agentEnvironment(env), limitMs: LIMIT_MS * SHARE });
      return "trouble" in printed ? printed : { value: read(printed.stdout) };
    });
    answers.set(key, told);
    const forget = (): void => {
      answers.delete(key);
    };
    told.then((one) => "trouble" in one && forget(), forget);
    return told;
  }

  return {
    async inspect({ probe, find }, env, asked) {
      const [found, login] = await Promise.all([find(env), loginOf(probe.login, { env, platform: process.platform })]);
      if (found.kind === "missing") return { ...nothing, install: found.install, login };
      const { path } = found;
      const { models } = probe;
      const [version, listed] = await Promise.all([
        found.version !== null || probe.version === null
          ? { value: found.version }
          : inTime(
              ask({ path, args: probe.version, env, tag: "", read: versionIn, isAsked: asked.includes("version") }),
            ),
        !models || "names" in models
          ? { value: models?.names ?? null }
          : inTime<readonly string[]>(
              // The models depend on the login and the directory.
              ask({ ...models, path, env, tag: `${env.HOME} ${login.evidence}`, isAsked: asked.includes("models") }),
            ),
      ]);
      return {
        ...{ path, install: null, login },
        version: "value" in version ? version.value : null,
        models: "value" in listed ? listed.value : null,
        troubles: [...troubleOf("version", version), ...troubleOf("models", listed)],
      };
    },
  };
}

interface Question<T> {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Env;
  /** What else the answer depends on. */
  readonly tag: string;
  readonly read: (stdout: string) => T | null;
  readonly isAsked: boolean;
}

/** Includes questions in progress. */
const notYet = { value: null };
const nothing = { path: null, version: null, models: null, troubles: [] };

const troubleOf = (what: string, told: Told<unknown>): string[] =>
  "trouble" in told ? [`${what}: ${told.trouble}`] : [];

/** Other questions may be ahead of it. It is asked nevertheless: the next request gets the answer. */
function inTime<T>(told: Promise<Told<T>>): Promise<Told<T>> {
  const late = Promise.withResolvers<Told<T>>();
  const timer = setTimeout(
    () => late.resolve({ trouble: `no answer within ${LIMIT_MS / 1000} s; try again in a moment` }),
    LIMIT_MS,
  );
  const failed = (error: unknown): Told<T> => ({ trouble: `its answer can't be read: ${messageOf(error)}` });
  return Promise.race([told.catch(failed), late.promise]).finally(() => clearTimeout(timer));
}

const MAX_VERSION_LENGTH = 60;

/** The version in what a program prints when it is asked for it ("2.1.325 (Claude Code)", "codex-cli 0.166.0"): what looks like one, else its first line; null when it said nothing. */
export function versionIn(stdout: string): string | null {
  const [version] = /(?<![\d.])\d+\.\d+(?:\.\d+)*(?:[-+][0-9A-Za-z.-]*[0-9A-Za-z])?/.exec(stdout) ?? [];
  return version ?? (stdout.trim().split("\n")[0]?.trim().slice(0, MAX_VERSION_LENGTH) || null);
}
