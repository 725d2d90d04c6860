// Whether somebody is logged in to an agent, as far as that shows without asking it: a variable is set, a file is there.
// Only that they are there is looked at; no value is read.
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Probe } from "../driver.ts";

export interface Login {
  /** `unknown`: there may be one where nobody can look. */
  readonly state: "in" | "out" | "unknown" | "none needed";
  /** What shows it, in words. */
  readonly evidence: string;
  /** How to log in; null when there is no need to. */
  readonly hint: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

export async function loginOf(
  login: Probe["login"],
  { env, platform }: { env: Env; platform: string },
): Promise<Login> {
  if (!login) return { state: "none needed", evidence: "it needs no login of its own", hint: null };
  const variable = login.variables.find((name) => env[name]);
  if (variable !== undefined) return { state: "in", evidence: `${variable} is set`, hint: null };
  for (const file of login.files) {
    const seen = await look(join(env.HOME || homedir(), file));
    if (seen === "there") return { state: "in", evidence: `~/${file} is there`, hint: null };
    if (seen === "hidden") return { state: "unknown", evidence: `~/${file} can't be looked at`, hint: login.hint };
  }
  const missing = [...login.variables, ...login.files.map((file) => `~/${file}`)].join(", ");
  // There, agents keep what they need in the keychain.
  const isBlind = platform === "darwin" || login.isHidden === true;
  const evidence = isBlind
    ? `there is none of ${missing}; the keychain is not looked into`
    : `there is none of ${missing}`;
  return { state: isBlind ? "unknown" : "out", evidence, hint: login.hint };
}

/** Some make their file at the first start, as `{}`. */
const EMPTY_BYTES = 2;

async function look(path: string): Promise<"there" | "missing" | "hidden"> {
  try {
    return (await stat(path)).size > EMPTY_BYTES ? "there" : "missing";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "hidden";
  }
}
