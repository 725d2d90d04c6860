// Opens a session for a person (live) or for a program (its transcript, or JSON).
import type { Client, ListedSession } from "../../client/index.ts";
import { shownIn } from "../../core/index.ts";
import type { Context } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { sessionHeader } from "../render/session-header.ts";
import { displayName } from "../render/session-name.ts";
import { forkOrigin } from "../session/fork-origin.ts";
import { attachReference, referenceTo } from "../session/reference.ts";

/** Shows the session until the person leaves; the agent continues. `isKept`: even if nothing has happened in it. */
export async function openLive(
  client: Client,
  session: ListedSession,
  context: Context,
  { isKept = true } = {},
): Promise<number> {
  const { io, style, say } = context;
  const head = isKept ? null : await headOf(client, session);
  const { attachSession } = await import("./attach-session.ts");
  const [title] = sessionHeader(session, { style, nowMs: io.now(), home: io.env.HOME });
  say(title ?? "");
  const origin = await forkOrigin(client, session);
  if (origin !== null) say(style.dim(origin));
  if (session.agent === "demo" && session.turns === 0)
    say(style.dim("the demo agent is built in, for trying things out; list the others: skein agents"));
  say(
    style.dim(
      `Enter sends ${style.glyphs.dot} Esc stops the turn ${style.glyphs.dot} Ctrl+C detaches, the agent keeps working`,
    ),
  );
  say("");
  await attachSession({ client, session, ref: await referenceTo(client, session, context), io, style });
  if (head !== null && (await dropped(client, session, head))) {
    say("nothing was sent, so the session is deleted; restore it: skein undo");
    return exitCodes.ok.code;
  }
  const back = await attachReference(client, session, context);
  const isAtWork = (await client.session(session.id).catch(() => null))?.session.status === "running";
  say(`detached${isAtWork ? `; ${displayName(session)} keeps working` : ""}. Reopen with: skein attach ${back}`);
  return exitCodes.ok.code;
}

const headOf = async (client: Client, { id }: ListedSession): Promise<number> =>
  (await client.session(id)).session.head;

/** Whether the session was unused and is in the trash now. If that fails, it stays where it is. */
async function dropped(client: Client, session: ListedSession, head: number): Promise<boolean> {
  try {
    const { session: now } = await client.session(session.id);
    if (now.head !== head) return false;
    await client.trash(session.id, { batch: crypto.randomUUID(), expect: shownIn(now) });
    return true;
  } catch {
    return false;
  }
}

/** Prints the transcript as it is now. */
export async function printTranscript(client: Client, session: ListedSession, context: Context): Promise<number> {
  const { writeTranscript } = await import("../history/write-transcript.ts");
  const ref = await referenceTo(client, session, context);
  await writeTranscript(client, session, { io: context.io, style: context.style, after: 0, ref });
  return exitCodes.ok.code;
}
