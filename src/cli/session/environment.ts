// A session's environment on the command line: renewed from a person's terminal, and shown only by variable names.
import { type Client, type EnvironmentAnswer, type ListedSession, ProblemError } from "../../client/index.ts";
import type { Shown } from "../../core/index.ts";
import type { Context } from "../command.ts";
import type { Io } from "../io.ts";
import { relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import { clientEnvironment } from "./client-environment.ts";
import { type Called, referenceTo } from "./reference.ts";

/** A person's shell has the environment that they mean. A job without a terminal has one that nobody chose. */
export const hasTerminal = ({ stdin, stdout, stderr }: Pick<Io, "stdin" | "stdout" | "stderr">): boolean =>
  [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true);

/** The result; "refused" if the environment would change, and the daemon can't tell that a person asks. */
export type Renewal = EnvironmentAnswer | "refused";

export async function renewEnvironment(
  client: Client,
  session: ListedSession,
  { io, expect }: { io: Io; expect: Shown | undefined },
): Promise<Renewal> {
  const env = clientEnvironment(io);
  // A renewal without changes needs no confirmation. An unreadable environment counts as different.
  const now = await client.compareEnvironment(session.id, env).catch(() => null);
  if (now?.differs.length === 0) return now;
  try {
    return await client.renewEnvironment(session.id, env, { expect });
  } catch (error) {
    if (error instanceof ProblemError && ["self_approval", "confirmation_required"].includes(error.code))
      return "refused";
    throw error;
  }
}

/** One line for the person who has opened the session; null if there is nothing to say. */
export async function renewedLine(
  { differs, isRunning }: EnvironmentAnswer,
  refer: () => Promise<string>,
): Promise<string | null> {
  if (differs.length === 0) return null;
  const from = isRunning
    ? `takes effect with the next run; at once: skein restart ${await refer()}`
    : "takes effect with the next prompt";
  return `environment renewed (changed: ${namesOf(differs)}): ${from}`;
}

/** Its age, and the variables that differ in this shell. */
export async function environmentLine(client: Client, session: ListedSession, context: Context): Promise<string> {
  const { io } = context;
  const found = await client.compareEnvironment(session.id, clientEnvironment(io)).catch((error: Error) => error);
  if (found instanceof Error) return safeLine(found.message);
  const { since, differs } = found;
  const age = since === null ? "the daemon's own environment" : `environment taken ${relativeTime(since, io.now())}`;
  if (differs.length === 0) return age;
  const ref = await referenceTo(client, session, context);
  return `${age}; it differs here in ${namesOf(differs)}; renew: skein restart ${ref} --env renew`;
}

/** A possible cause of a failed turn; null if no variable that logins depend on differs. */
export async function staleLoginHint(client: Client, { session, ref }: Called, io: Io): Promise<string | null> {
  const found = await client.compareEnvironment(session.id, clientEnvironment(io)).catch(() => null);
  const names = found?.differs.filter((name) => decidesLogin.test(name)) ?? [];
  // An environment that no client has sent has no age.
  if (!found || found.since === null || names.length === 0) return null;
  const age = `the environment taken ${relativeTime(found.since, io.now())}`;
  const verb = names.length === 1 ? "is" : "are";
  return `this session has ${age}, and here ${namesOf(names)} ${verb} different; renew: skein restart ${ref} --env renew`;
}

/** Variables with credentials, proxies and the agent's program. */
const decidesLogin = /KEY|TOKEN|SECRET|AUTH|PASSWORD|CREDENTIAL|PROXY|URL|ENDPOINT|PROFILE|^PATH$|HOME$|^XDG_CONFIG/i;

const SHOWN = 6;

/** Some of the names; the others are counted. */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => safeLine(name));
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
