// Reads a line of the app-server: a response, a request, or a notification. Total: a line without meaning becomes a notice.
import type { Reaction } from "../../driver.ts";
import { METHOD_NOT_FOUND, parseRpcLine, type RpcId, type RpcMessage, rpcError } from "../../kit/json-rpc.ts";
import { printOf } from "../../kit/questions/reused-question-id.ts";
import { refuseUnnamed } from "../../kit/questions/unanswerable.ts";
import { unreadableLine } from "../../kit/unreadable-line.ts";
import { elicitationQuestion, inputQuestion } from "./form.ts";
import { handleNotification } from "./news.ts";
import { goOnOpening, openingRefused } from "./opening.ts";
import { type Asked, ask, changeQuestion, commandQuestion, permissionsQuestion, refuseBothOf } from "./question.ts";
import { type AppServerState, type Ask, nothing, said } from "./state.ts";
import { cleanUp, endOthers } from "./task.ts";
import { handleStarted, startRefused } from "./turn.ts";

export function readLine(state: AppServerState, line: string): Reaction<AppServerState> {
  const message = parseRpcLine(line);
  if (!message) return said(state, [unreadableLine(line)]);
  switch (message.kind) {
    case "request":
      return handleRequest(state, { ...message, line });
    case "unanswerable":
      if (Object.hasOwn(questions, message.method)) return refuseUnnamed(state, "Codex");
      return heard(handleNotification(state, { ...message, line }));
    case "notification":
      return heard(handleNotification(state, { ...message, line }));
    default:
      return handleReply(state, message, line);
  }
}

const loud = new Set(["agent_message", "agent_thought", "tool_call", "plan"]);

/** A turn that Codex started itself is reported at its first activity. */
function heard(reaction: Reaction<AppServerState>): Reaction<AppServerState> {
  const { turn } = reaction.state;
  if (!turn?.isOwn || turn.isLoud || !reaction.facts.some(({ type }) => loud.has(type))) return reaction;
  return { ...reaction, state: { ...reaction.state, turn: { ...turn, isLoud: true } } };
}

interface Request {
  id: RpcId;
  method: string;
  params: unknown;
  line: string;
}

const CHANGE = "item/fileChange/requestApproval";

const questions: Readonly<Record<string, (state: AppServerState, params: unknown) => Asked | null>> = {
  "item/commandExecution/requestApproval": commandQuestion,
  [CHANGE]: changeQuestion,
  "item/permissions/requestApproval": permissionsQuestion,
  "item/tool/requestUserInput": (_, params) => inputQuestion(params),
  "mcpServer/elicitation/request": ({ cwd }, params) => elicitationQuestion(params, cwd),
};

/** Skein offers nothing else: no tools, no clock, no logins. Other requests are refused, so that Codex does not wait forever. */
function handleRequest(state: AppServerState, { id, method, params, line }: Request): Reaction<AppServerState> {
  const print = printOf([method, params]);
  const open = state.questions.find((one) => one.id === id);
  if (open?.print === print) return said(state, [unreadableLine(line, "The agent asked the same thing twice.")]);
  if (open) return refuseBothOf(state, open);
  const question = Object.hasOwn(questions, method) ? questions[method]?.(state, params) : null;
  if (question) return heard(ask(state, { id, print }, question));
  const { toPeople, toAgent } = method === CHANGE ? unseenChange : unknownRequest(method.slice(0, 100));
  const error = { code: METHOD_NOT_FOUND, message: toAgent };
  return { state, facts: [unreadableLine(line, toPeople)], writes: [rpcError({ id, error })] };
}

const unknownRequest = (method: string) => ({
  toPeople: `The agent requested something that Skein does not support: ${method}.`,
  toAgent: `Skein does not support this: ${method}`,
});

/** Changes are read from the main conversation's turn only: a subagent may use the same ids. */
const unseenChange = {
  toPeople:
    "Codex asked to change files without saying how, as it does for a subagent, so Skein denied it: nobody could see what would be allowed. To get the change, ask for it in the main conversation.",
  toAgent:
    "Skein can't show this change to the user, so it is refused. Make it in the main conversation, not in a subagent.",
};

type Reply = Extract<RpcMessage, { kind: "result" | "error" }>;

function handleReply(state: AppServerState, reply: Reply, line: string): Reaction<AppServerState> {
  const id = typeof reply.id === "string" ? reply.id : "";
  const about = id.replace(/-\d+$/, "") as Ask;
  const isRefused = reply.kind === "error";
  switch (about) {
    case "initialize":
    case "account/read":
    case "config/read":
    case "thread/start":
    case "thread/resume":
    case "thread/fork":
      return isRefused ? openingRefused(state, about, reply.error) : goOnOpening(state, about, reply.result);
    case "turn/start":
      return isRefused ? startRefused(state, id, reply.error) : handleStarted(state, id, reply.result);
    case "turn/interrupt":
      // Also after a refusal, because the turn may have ended by itself.
      return state.phase === "ready" ? cleanUp(state) : nothing(state);
    case "thread/backgroundTerminals/list":
      return isRefused ? nothing(state) : endOthers(state, reply.result);
    case "thread/backgroundTerminals/clean":
    case "thread/backgroundTerminals/terminate":
      return nothing(state);
    default: {
      const text =
        reply.id === null
          ? "Codex could not read Skein's message."
          : "Codex answered a request that Skein did not make.";
      about satisfies never;
      return said(state, [unreadableLine(line, text)]);
    }
  }
}
