// Opens a conversation: a new one, an existing one, or a copy of another up to a position. If a conversation is gone, that is reported; it is
// never replaced by a new one.
import * as z from "zod";
import type { LaunchContext } from "../driver.ts";
import { NEW_SESSION, updateHint } from "../kit/failure.ts";
import { INSTALL } from "./failure.ts";
import { type Response, refusal, session } from "./protocol.ts";
import { asking, segment } from "./request.ts";
import { freshState, type OpencodeReaction, type OpencodeState, stay } from "./state.ts";

export function openConversation(context: LaunchContext): OpencodeReaction {
  const state = freshState(context);
  const { source } = state;
  if (!source) return ask(state, { about: "new", method: "POST", path: "/session", body: {} });
  const path = `/session/${segment(source.id)}`;
  if (!source.isFork) return ask(state, { about: "resume", method: "GET", path });
  // The first process of a fork may start much later: what the source has said since is not part of the fork.
  if (source.mark === null) return branch(state, null);
  return ask(state, { about: "place", method: "GET", path: `${path}/message`, pluck: "info.id" });
}

function ask(state: OpencodeState, request: Parameters<typeof asking>[1]): OpencodeReaction {
  const asked = asking(state, request);
  return { state: asked.state, facts: [], writes: [asked.line] };
}

/** Messages before `first` are copied; all of them if it is null. */
function branch(state: OpencodeState, first: string | null): OpencodeReaction {
  const path = `/session/${segment(state.source?.id ?? "")}/fork`;
  return ask(state, { about: "fork", method: "POST", path, body: first === null ? {} : { messageID: first } });
}

/** The ids of the source's messages, in order. */
export function handleMessageIds(state: OpencodeState, { status, body }: Response): OpencodeReaction {
  const ids = z.array(z.string()).safeParse(body).data;
  if (status !== 200 || !ids) return refused(state, { status, body });
  const place = ids.indexOf(state.source?.mark ?? "");
  if (place < 0) return gone(state, "this point in the conversation");
  return branch(state, ids[place + 1] ?? null);
}

/** The conversation is open. */
export function handleConversation(state: OpencodeState, { status, body }: Response): OpencodeReaction {
  const opened = status === 200 ? session.safeParse(body).data : undefined;
  if (!opened) return refused(state, { status, body });
  const model = opened.model ? `${opened.model.providerID}/${opened.model.id}` : null;
  const next: OpencodeState = { ...state, phase: "ready", session: opened.id, model, title: opened.title ?? null };
  const known = model === null ? {} : { model };
  return stay(next, [{ type: "bound", nativeId: opened.id, provenance: "reported", ...known }]);
}

function refused(state: OpencodeState, { status, body }: Pick<Response, "status" | "body">): OpencodeReaction {
  if (status === 404 && state.source) return gone(state, "the conversation");
  const why = refusal.safeParse(body).data?.data.message ?? (typeof body === "string" ? body : `status ${status}`);
  const message = `OpenCode could not open a conversation: ${why.slice(0, 500)}`;
  const hint = updateHint(INSTALL);
  return stay({ ...state, phase: "failed" }, [{ type: "error", data: { code: "start_failed", message, hint } }]);
}

function gone(state: OpencodeState, what: string): OpencodeReaction {
  const message = `OpenCode no longer has ${what} ${state.source?.id}.`;
  return stay({ ...state, phase: "failed" }, [{ type: "resume_failed", message, hint: NEW_SESSION }]);
}
