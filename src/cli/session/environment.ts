// A session's environment from the command line: renewed where a person sits, told by names alone.
import { type Client, type EnvironmentAnswer, type ListedSession, ProblemError } from "../../client/index.ts";
import type { Shown } from "../../core/index.ts";
import type { Context } from "../command.ts";
import type { Io } from "../io.ts";
import { relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import { clientEnvironment } from "./client-environment.ts";
import { type Called, referenceTo } from "./reference.ts";

/** Somebody sits there: what this shell has is what they mean. A job without a terminal has an environment that nobody chose. */
export const hasTerminal = ({ stdin, stdout, stderr }: Pick<Io, "stdin" | "stdout" | "stderr">): boolean =>
  [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true);

/** What became of it; "refused" when it would have been another one, and the daemon can't tell that a person asks. */
export type Renewal = EnvironmentAnswer | "refused";

export async function renewEnvironment(
  client: Client,
  session: ListedSession,
  { io, expect }: { io: Io; expect: Shown | undefined },
): Promise<Renewal> {
  const env = clientEnvironment(io);
  // A person is not asked to confirm what changes nothing. One that can't be read is another one.
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

/** In a line for whoever has opened the session; null when nothing is worth saying. */
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

/** Its age, and what is other in this shell. */
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

/** What may be why a turn failed that would not fail here; null when nothing that logins depend on differs. */
export async function staleLoginHint(client: Client, { session, ref }: Called, io: Io): Promise<string | null> {
  const found = await client.compareEnvironment(session.id, clientEnvironment(io)).catch(() => null);
  const names = found?.differs.filter((name) => decidesLogin.test(name)) ?? [];
  // One that was given to nobody's session is not old.
  if (!found || found.since === null || names.length === 0) return null;
  const age = `the environment taken ${relativeTime(found.since, io.now())}`;
  const verb = names.length === 1 ? "is" : "are";
  return `this session has ${age}, and here ${namesOf(names)} ${verb} different; renew: skein restart ${ref} --env renew`;
}

/** Who the agent is to its vendor, how it gets there, and which program it is. */
const decidesLogin = /KEY|TOKEN|SECRET|AUTH|PASSWORD|CREDENTIAL|PROXY|URL|ENDPOINT|PROFILE|^PATH$|HOME$|^XDG_CONFIG/i;

const SHOWN = 6;

/** A few of them; the rest is counted. */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => safeLine(name));
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
