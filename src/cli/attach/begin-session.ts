// What `new` and `fork` do after creating a session: open it for a person, or send its first prompt and wait.
import type { Client } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { tellOfLeftStdin } from "../input/unread-stdin.ts";
import { referenceTo } from "../session/reference.ts";
import { agentText } from "../text/agent-text.ts";
import { interruptsFromNow } from "../wait/deadline.ts";
import { openLive } from "./open-session.ts";

type Made = Awaited<ReturnType<Client["create"]>>;

interface Beginning {
  readonly made: Made;
  /** The first prompt. */
  readonly text: string | null;
  /** The prompt's argument, as typed. */
  readonly typed: string | undefined;
  readonly isDetached: boolean;
  /** The session is kept even if the person leaves before sending anything. */
  readonly isKept: boolean;
  /** One line about what was created. */
  readonly line: string;
}

export async function beginSession(
  client: Client,
  context: Context,
  { made, text, typed, isDetached, isKept, line }: Beginning,
): Promise<number> {
  const { io, flags, say, printJson } = context;
  const { session } = made;
  const facts = { v: 1, session, workspace: made.workspace, created: made.created };
  const opens = context.isInteractive && !isDetached && !flags.json;
  if (text === null) {
    if (opens) return openLive(client, session, context, { isKept });
    if (flags.json) printJson(facts);
    say(line);
    return exitCodes.ok.code;
  }
  const { finishPrompt, outcomeFacts, promptFacts, sendPrompt, waitForPrompt } = await import(
    "../prompt/send-prompt.ts"
  );
  const interrupts = opens || isDetached ? io : interruptsFromNow(io);
  const sent = await sendPrompt(client, session, { text });
  if (opens) return openLive(client, { ...session, head: sent.delivery.seq }, context);
  const ref = await referenceTo(client, session, context);
  tellOfLeftStdin(context, typed, `skein send ${ref} --file -`);
  const sentFacts = { ...facts, ...promptFacts(sent) };
  if (isDetached) {
    if (flags.json) printJson(sentFacts);
    say(line);
    say(`follow it: skein follow ${ref}`);
    return exitCodes.ok.code;
  }
  const finished = await waitForPrompt(client, sent, {
    ...{ io, interrupts, timeoutMs: null },
    isQuiet: flags.quiet || flags.json,
  });
  if (flags.json) printJson({ ...sentFacts, ...outcomeFacts(finished) });
  await finishPrompt(client, { ...sent, ref }, finished, io);
  if (!flags.json && finished.outcome?.kind === "ended") {
    const { message } = finished.outcome;
    context.print(io.stdout.isTTY ? agentText(message ?? "", context.style) : (message ?? ""));
  }
  return exitCodes.ok.code;
}
