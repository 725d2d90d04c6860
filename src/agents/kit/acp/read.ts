// Reads a line of the agent: a response, a request, or a notification. Total: a line without meaning becomes a notice.
import { AFTER_REFUSAL } from "../../../core/index.ts";
import type { Reaction } from "../../driver.ts";
import { METHOD_NOT_FOUND, parseRpcLine, type RpcMessage, rpcError } from "../json-rpc.ts";
import { refuseUnnamed } from "../questions/unanswerable.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { handleElicitation } from "./elicitation.ts";
import { explainError } from "./explain-error.ts";
import { sayHeld } from "./message.ts";
import { becomeReady, openingRefused, openSession, settle } from "./opening.ts";
import { handleQuestion, handleRepeatedQuestion, withdrawQuestion } from "./permission.ts";
import { acceptSetting, isSettling, knowGranted, tellSettings } from "./settings.ts";
import type { AcpState, Pending, Scene } from "./state.ts";
import { cancelTurn, handleAnswer, handleRefusal } from "./turn.ts";
import { handleUpdate } from "./update.ts";

export function readLine({ agent, state }: Scene, line: string): Reaction<AcpState> {
  const message = parseRpcLine(line);
  if (!message) return { state, facts: [unreadableLine(line)], writes: [] };
  if (message.kind === "result" || message.kind === "error") return handleReply({ agent, state }, { message, line });
  // Anything that follows withheld text shows that it was not the agent's last.
  const spoken = sayHeld(state);
  const taken = handleNotification({ agent, state: spoken.state }, { message, line });
  return { ...taken, facts: [...spoken.facts, ...taken.facts] };
}

type News = Extract<RpcMessage, { kind: "request" | "notification" | "unanswerable" }>;
type Reply = Extract<RpcMessage, { kind: "result" | "error" }>;

function handleNotification(
  { agent, state }: Scene,
  { message, line }: { message: News; line: string },
): Reaction<AcpState> {
  const { kind, method, params } = message;
  if (kind === "unanswerable" && questions.includes(method)) return refuseUnnamed(state, agent.title);
  if (kind === "request") {
    const again = handleRepeatedQuestion(state, { id: message.id, method, params, line });
    if (again) return again;
    if (method === "session/request_permission")
      return handleQuestion({ agent, state }, { id: message.id, params, line });
    if (method === "elicitation/create") return handleElicitation(state, { id: message.id, params, line });
    const error = { code: METHOD_NOT_FOUND, message: `"Method not found": ${method.slice(0, 100)}` };
    const text = "The agent requested something that Skein does not support.";
    return { state, facts: [unreadableLine(line, text)], writes: [rpcError({ id: message.id, error })] };
  }
  if (method === "session/update") return handleUpdate({ agent, state }, { params, line });
  // The protocol lets clients ignore extensions that they do not know.
  if (method.startsWith("_")) return { state, facts: [], writes: [] };
  const withdrawn = method === "$/cancel_request" ? withdrawQuestion(state, requestIn(params)) : null;
  return withdrawn ?? { state, facts: [unreadableLine(line)], writes: [] };
}

const questions: readonly string[] = ["session/request_permission", "elicitation/create"];

function requestIn(params: unknown): string | number {
  const id = (params as { requestId?: unknown } | null | undefined)?.requestId;
  return typeof id === "number" || typeof id === "string" ? id : "";
}

function handleReply({ agent, state }: Scene, { message, line }: { message: Reply; line: string }): Reaction<AcpState> {
  const id = typeof message.id === "string" ? message.id : "";
  const about = Object.hasOwn(state.pending, id) ? state.pending[id] : undefined;
  if (!about) {
    const text =
      message.id === null
        ? "The agent could not read Skein's message."
        : "The agent answered a request that Skein did not make.";
    return { state, facts: [unreadableLine(line, text)], writes: [] };
  }
  const { [id]: _, ...pending } = state.pending;
  const scene = { agent, state: { ...state, pending } };
  return message.kind === "result"
    ? handleResult(scene, { about, result: message.result })
    : handleError(scene, { about, error: message.error });
}

function handleResult(scene: Scene, { about, result }: { about: Pending; result: unknown }): Reaction<AcpState> {
  switch (about.for) {
    case "initialize":
      return openSession(scene, result);
    case "new":
    case "load":
    case "resume":
      return settle(scene, { about, result });
    case "barrier":
      return becomeReady(scene);
    case "prompt":
      return handleAnswer(scene, result);
    case "mode":
    case "option":
    case "model":
      return handleGrant(scene, about);
    default:
      return about satisfies never;
  }
}

function handleGrant({ agent, state }: Scene, about: Pending): Reaction<AcpState> {
  const granted = knowGranted(state, about);
  if (granted.phase === "settling") return becomeReady({ agent, state: granted });
  if (isSettling(granted)) return { state: granted, facts: [], writes: [] };
  const told = tellSettings({ agent, state: acceptSetting({ agent, state: granted }) });
  return { ...told, writes: [] };
}

function handleError(
  { agent, state }: Scene,
  { about, error }: { about: Pending; error: Extract<Reply, { kind: "error" }>["error"] },
): Reaction<AcpState> {
  if (about.for === "prompt") return handleRefusal({ agent, state }, error);
  if (about.for === "barrier") return becomeReady({ agent, state });
  if (state.phase !== "ready") return openingRefused({ agent, state }, { about, error });
  const stopped = cancelTurn(state);
  const isModel = about.for === "model";
  const what = isModel ? `the model ${about.id}` : `the mode ${state.wish.mode}`;
  const code = isModel ? "model_refused" : "mode_refused";
  const message = `${agent.title} refused ${what}: ${explainError(error)}`;
  return { ...stopped, facts: [{ type: "error", data: { code, message, hint: AFTER_REFUSAL } }, ...stopped.facts] };
}
