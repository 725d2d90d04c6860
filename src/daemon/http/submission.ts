// A command that is recorded with a receipt: its id makes a retry harmless.
import { createHash } from "node:crypto";
import { type Command, dependsOnCaller } from "../../core/index.ts";
import type { CommandCaller, Envelope, Result, Session } from "../../session/index.ts";
import type { RequestCaller } from "../gate/gate.ts";

export interface Submission {
  readonly envelope: Envelope;
  /** Puts the command into the mailbox of the session that the path names, which decides it. */
  readonly submit: (command: Command) => Promise<Result>;
}

interface Sent {
  readonly envelope: Envelope;
  readonly session: () => Promise<Session>;
  readonly caller: RequestCaller;
}

export const submissionOf = ({ envelope, session, caller }: Sent): Submission => ({
  envelope,
  async submit(command) {
    const receiver = await session();
    // Before the command enters the mailbox: others in the session must not wait for a look at the system.
    const sender = dependsOnCaller(command) ? { caller: await commandCaller(caller) } : {};
    return receiver.submit({ ...envelope, ...sender, command });
  },
});

async function commandCaller(caller: RequestCaller): Promise<CommandCaller> {
  const found = await caller.find();
  return { found, confirmed: () => caller.confirm(found) };
}

/** Distinguishes a retry from another command with the same id. The environment may differ between retries. */
export function hashOf(route: string, session: string, body: Readonly<Record<string, unknown>>): string {
  const { env: _, ...rest } = body;
  return createHash("sha256")
    .update(JSON.stringify([route, session, rest]))
    .digest("hex");
}

/** Identifies a command by its whole body, its id included. */
export const nameOf = (body: Readonly<Record<string, unknown>>): string =>
  createHash("sha256").update(JSON.stringify(body)).digest("hex");
