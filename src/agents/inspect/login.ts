// Whether someone is logged in to an agent, without asking it: a variable is set, or a file exists. Only their existence is checked, and in
// settings files only whether they name a provider; no value is read.
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { readRegularFile } from "../../home/index.ts";
import { isCode } from "../../system/index.ts";
import type { Probe } from "../driver.ts";

export interface Login {
  /** `unknown`: there may be an invisible login. */
  readonly state: "in" | "out" | "unknown" | "none needed";
  /** The evidence, in words. */
  readonly evidence: string;
  /** How to log in; null if not needed. */
  readonly hint: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

export async function loginOf(
  login: Probe["login"],
  { env, platform }: { env: Env; platform: string },
): Promise<Login> {
  if (!login) return { state: "none needed", evidence: "no login needed", hint: null };
  const variable = login.variables.find((name) => env[name]);
  if (variable !== undefined) return { state: "in", evidence: `${variable} is set`, hint: null };
  const base = baseOf(login, env);
  for (const file of login.files) {
    const seen = await look(join(base.path, file));
    if (seen === "there") return { state: "in", evidence: `${base.shown}/${file} exists`, hint: null };
    if (seen === "hidden")
      return { state: "unknown", evidence: `${base.shown}/${file} can't be read`, hint: login.hint };
  }
  const missing = [...login.variables, ...login.files.map((file) => `${base.shown}/${file}`)].join(", ");
  if (login.provider && namesProvider(join(base.path, login.provider.file), login.provider.line)) {
    const evidence = `${base.shown}/${login.provider.file} names a provider, which may have a key of its own`;
    return { state: "unknown", evidence, hint: null };
  }
  // On macOS, agents use the keychain.
  const isBlind = platform === "darwin" || login.isHidden === true;
  const evidence = isBlind ? `${missing} not found; the keychain is not checked` : `${missing} not found`;
  return { state: isBlind ? "unknown" : "out", evidence, hint: login.hint };
}

function baseOf({ base }: NonNullable<Probe["login"]>, env: Env): { path: string; shown: string } {
  const home = env.HOME || homedir();
  if (!base) return { path: home, shown: "~" };
  const named = env[base.variable];
  return named
    ? { path: named, shown: `$${base.variable}` }
    : { path: join(home, base.usual), shown: `~/${base.usual}` };
}

const LARGEST_SETTINGS = 1024 * 1024;

function namesProvider(path: string, line: RegExp): boolean {
  try {
    return line.test(readRegularFile(path, { maxBytes: LARGEST_SETTINGS }).toString("utf8"));
  } catch {
    return false;
  }
}

/** Some agents create the file at their first start, as `{}`. */
const EMPTY_BYTES = 2;

async function look(path: string): Promise<"there" | "missing" | "hidden"> {
  try {
    return (await stat(path)).size > EMPTY_BYTES ? "there" : "missing";
  } catch (error) {
    return isCode(error, "ENOENT", "ENOTDIR") ? "missing" : "hidden";
  }
}
