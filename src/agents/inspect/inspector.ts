// What an installation of an agent is good for: its version, whether somebody is logged in, which models it has. Programs are asked
// at most two at a time, once for each file, and never for a prompt's sake.
import { stat } from "node:fs/promises";
import { askProgram, type Printed } from "../ask-program.ts";
import type { Driver } from "../driver.ts";
import { agentEnvironment } from "../environment.ts";
import { atMost } from "./at-most.ts";
import { type Login, loginOf } from "./login.ts";
import { versionIn } from "./version-in.ts";

export interface Inspection {
  readonly path: string | null;
  /** The command that makes it available; null when it is there. */
  readonly install: string | null;
  readonly version: string | null;
  readonly login: Login;
  /** Names that can be set as the model; null when nobody knows them. */
  readonly models: readonly string[] | null;
  /** What could not be found out, and why, in sentences. */
  readonly troubles: readonly string[];
}

export interface Inspector {
  /** `isQuick`: without what only the program itself can tell. Resolves within the limit whatever the programs do. */
  inspect(driver: Driver, env: Env, how?: { isQuick?: boolean }): Promise<Inspection>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** For an answer, however many programs there are to ask. */
const LIMIT_MS = 5_000;
/** Of that, for one program: then there is time to end it, and to say so. */
const SHARE = 0.9;
const AT_ONCE = 2;

export function createInspector(): Inspector {
  const inTurn = atMost(AT_ONCE);
  const answers = new Map<string, Promise<Printed>>();

  /** What a file has answered once it answers again, until it is another file. */
  async function ask(path: string, args: readonly string[], { env, tag }: Asking): Promise<Printed> {
    const { mtimeMs, size, ino } = await stat(path);
    const key = JSON.stringify([path, mtimeMs, size, ino, args, tag]);
    const known = answers.get(key);
    if (known) return known;
    const asked = inTurn(() => askProgram({ path, args, env: agentEnvironment(env), limitMs: LIMIT_MS * SHARE }));
    answers.set(key, asked);
    const forget = (): void => void answers.delete(key);
    asked.then((printed) => "trouble" in printed && forget(), forget);
    return asked;
  }

  /** Others may be before it in line. It is asked nevertheless: the next one to want it has the answer. */
  const inTime = (asked: Promise<Printed>): Promise<Printed> => {
    const late = Promise.withResolvers<Printed>();
    const timer = setTimeout(
      () => late.resolve({ trouble: `it did not tell within ${LIMIT_MS / 1000} s; ask again in a moment` }),
      LIMIT_MS,
    );
    const failed = (error: unknown): Printed => ({ trouble: `it can't be asked: ${(error as Error).message}` });
    return Promise.race([asked.catch(failed), late.promise]).finally(() => clearTimeout(timer));
  };

  return {
    async inspect({ probe, find }, env, { isQuick = false } = {}) {
      const [found, login] = await Promise.all([find(env), loginOf(probe.login, { env, platform: process.platform })]);
      if (found.kind === "missing") return { ...nothing, install: found.install, login };
      const { path } = found;
      const wantsVersion = !isQuick && found.version === null && probe.version !== null;
      const { models } = probe;
      const [version, listed] = await Promise.all([
        wantsVersion ? inTime(ask(path, probe.version ?? [], { env, tag: "" })) : null,
        // Which there are depends on who is logged in, and where.
        !isQuick && models && "args" in models
          ? inTime(ask(path, models.args, { env, tag: `${env.HOME} ${login.evidence}` }))
          : null,
      ]);
      return {
        path,
        install: null,
        version: version && "stdout" in version ? versionIn(version.stdout) : found.version,
        login,
        models: models && "names" in models ? models.names : modelsIn(models, listed),
        troubles: [...troubleOf("version", version), ...troubleOf("models", listed)],
      };
    },
  };
}

interface Asking {
  readonly env: Env;
  /** What else the answer depends on. */
  readonly tag: string;
}

const nothing = { path: null, version: null, models: null, troubles: [] };

const troubleOf = (what: string, printed: Printed | null): string[] =>
  printed && "trouble" in printed ? [`${what}: ${printed.trouble}`] : [];

function modelsIn(models: Driver["probe"]["models"], listed: Printed | null): readonly string[] | null {
  if (!models || !("args" in models) || !listed || !("stdout" in listed)) return null;
  try {
    return models.read(listed.stdout);
  } catch {
    // It prints something else by now: nobody knows.
    return null;
  }
}
