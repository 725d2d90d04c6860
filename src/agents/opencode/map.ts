// Turns the bridge's lines into facts. Total: a line without meaning becomes a notice.
import type { Fact } from "../driver.ts";
import { isQuota, quotaIn } from "../kit/quota.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { withInput } from "./call-input.ts";
import { failureOf, isAborted, isTrace } from "./failure.ts";
import { handleQuestion } from "./form.ts";
import { handlePermission, handleRepeatedQuestion, retractQuestion } from "./permission.ts";
import { promptNamed } from "./prompt.ts";
import { type EventOf, type Message, type OpencodeEvent, type Part, type PartOf, parseLine } from "./protocol.ts";
import { handleResponse } from "./response.ts";
import { handlePiece, handleText } from "./speech.ts";
import { isWorking, MAX_MESSAGES, type OpencodeReaction, type OpencodeState, stay } from "./state.ts";
import { handleTool } from "./tool-call.ts";
import { abort, failPrompt, handleIdle, handlePromptTaken, handleSteerTaken } from "./turn.ts";

export function readLine(state: OpencodeState, text: string): OpencodeReaction {
  const line = parseLine(text);
  switch (line.kind) {
    case "event":
      return handleEvent(state, line.event);
    case "response":
      return handleResponse(state, line.response);
    case "noise":
      return stay(state);
    default: {
      const news =
        line.type === null
          ? undefined
          : `OpenCode sent a message that Skein does not know: ${line.type.slice(0, 100)}.`;
      return stay(state, [unreadableLine(text, news)]);
    }
  }
}

/** Subagents have their own conversations: their questions are asked and their usage is counted; nothing else of them is shown. */
function handleEvent(state: OpencodeState, { type, properties }: OpencodeEvent): OpencodeReaction {
  const isOwn = properties.sessionID === state.session;
  switch (type) {
    case "permission.asked":
      return handleRepeatedQuestion(state, properties) ?? handlePermission(state, properties);
    case "question.asked":
      return handleRepeatedQuestion(state, properties) ?? handleQuestion(state, properties);
    case "permission.replied":
    case "question.replied":
    case "question.rejected":
      return retractQuestion(state, properties.requestID);
    case "message.part.updated": {
      const { part, sessionID } = properties;
      const next = part.type === "tool" ? withInput(state, sessionID, part) : state;
      return isOwn ? handlePart(next, part) : takeForeignPart(next, part);
    }
    case "session.status":
      return handleStatus(state, properties);
    case "session.error":
      return isOwn || properties.sessionID === undefined ? handleError(state, properties) : stay(state);
    default:
      return isOwn ? handleOwnEvent(state, { type, properties } as OwnEvent) : stay(state);
  }
}

type OwnEvent = Extract<
  OpencodeEvent,
  { type: "message.updated" | "message.part.delta" | "session.updated" | "session.compacted" | "todo.updated" }
>;

function handleOwnEvent(state: OpencodeState, { type, properties }: OwnEvent): OpencodeReaction {
  switch (type) {
    case "message.updated":
      return isWorking(state) && properties.info.role === "assistant"
        ? handleAnswer(state, properties.info)
        : stay(state);
    case "message.part.delta":
      return handlePiece(state, properties);
    case "session.updated":
      return handleTitle(state, properties.info.title?.trim().slice(0, MAX_TITLE) ?? "");
    case "session.compacted": {
      const text = "The conversation was compacted to free up context.";
      return stay(state, [{ type: "notice", data: { kind: "compaction", text } }]);
    }
    case "todo.updated":
      return isWorking(state) ? stay(state, [planOf(properties.todos)]) : stay(state);
    default:
      return stay(state);
  }
}

const MAX_TITLE = 200;

/** The title before the first message is only a default. */
function handleTitle(state: OpencodeState, title: string): OpencodeReaction {
  if (title === "" || title === state.title) return stay(state);
  const next = { ...state, title };
  return /^(New|Child) session - /.test(title) ? stay(next) : stay(next, [{ type: "renamed", data: { name: title } }]);
}

const statuses = ["pending", "in_progress", "completed"] as const;

function planOf(todos: EventOf<"todo.updated">["todos"]): Fact {
  const entries = todos.flatMap(({ content, status }) => {
    // Cancelled entries are no longer planned.
    if (status === "cancelled") return [];
    const known = statuses.find((one) => one === status) ?? "pending";
    return [{ content, status: known }];
  });
  return { type: "plan", data: { entries } };
}

/** The model starts, continues or ends a message. */
function handleAnswer(state: OpencodeState, info: Message): OpencodeReaction {
  const { id, parentID, providerID, modelID, error } = info;
  const isSummary = info.summary === true;
  const answer = {
    id,
    isCompleted: info.time.completed !== undefined,
    finish: info.finish ?? null,
    failure: error && !isAborted(error) ? failureOf(error) : null,
    isAborted: isAborted(error),
  };
  const messages =
    isSummary || state.messages.includes(id) ? state.messages : [...state.messages, id].slice(-MAX_MESSAGES);
  const { state: next, facts } = handleSteerTaken({ ...state, answer, messages, mark: id }, parentID);
  const model = isSummary || !providerID || !modelID ? null : `${providerID}/${modelID}`;
  if (model === null || model === state.model) return stay(next, facts);
  const told: Fact =
    state.model === null
      ? { type: "bound", nativeId: state.session ?? "", provenance: "reported", model }
      : { type: "model_changed", data: { model } };
  return stay({ ...next, model }, [...facts, told]);
}

/** A part of a message of this conversation. */
export function handlePart(state: OpencodeState, part: Part): OpencodeReaction {
  switch (part.type) {
    case "text":
    case "reasoning": {
      const prompt = promptNamed(state.run, part.metadata?.skein);
      return prompt === null
        ? handleText(state, part)
        : handlePromptTaken(state, { id: prompt, messageId: part.messageID });
    }
    case "tool":
      return handleTool(state, part);
    case "step-finish":
      return state.messages.includes(part.messageID) ? countStep(state, part) : stay(state);
    default:
      return stay(state);
  }
}

const takeForeignPart = (state: OpencodeState, part: Part): OpencodeReaction =>
  part.type === "step-finish" && isWorking(state) ? countStep(state, part) : stay(state);

/** All tokens, including cached ones and thoughts. */
function countStep(state: OpencodeState, { id, tokens, cost }: PartOf<"step-finish">): OpencodeReaction {
  if (id === state.step) return stay(state);
  const input = tokens.input + tokens.cache.read + tokens.cache.write;
  const output = tokens.total === undefined ? tokens.output + tokens.reasoning : Math.max(tokens.total - input, 0);
  const { usage } = state;
  const sums = { input: usage.input + input, output: usage.output + output, cost: usage.cost + cost };
  return stay({ ...state, step: id, usage: sums });
}

function handleStatus(state: OpencodeState, { sessionID, status }: EventOf<"session.status">): OpencodeReaction {
  if (status.type === "idle") return sessionID === state.session ? handleIdle(state) : stay(state);
  if (status.type === "busy" && sessionID === state.session) return stay({ ...state, isResting: false });
  if (status.type !== "retry" || !isWorking(state)) return stay(state);
  const { attempt = 1, message = "", next } = status;
  const at = next !== undefined && Math.abs(next) < 8e15 ? new Date(next).toISOString() : null;
  // It would wait for days with its process alive.
  if (isQuota(message) && !state.quota) {
    const { until, text } = quotaIn(message);
    return abort({ ...state, quota: { until: until ?? at, text } });
  }
  if (state.isInterrupting) return stay(state);
  const when = at === null ? "" : ` at ${at}`;
  const text = `The model did not answer (${message.slice(0, 300)}); retrying${when}, attempt ${attempt}.`;
  return stay(state, [{ type: "notice", data: { kind: "api_retry", text } }]);
}

function handleError(state: OpencodeState, { error }: EventOf<"session.error">): OpencodeReaction {
  if (!error || isAborted(error)) return stay(state);
  if (isTrace(error)) {
    if (state.isTraceDue) return stay({ ...state, isTraceDue: false });
    // The request itself has failed: the prompt did not become a message.
    const isLost = state.prompt !== null && state.prompt.messageId === null;
    return isLost ? failPrompt(state, state.failure ?? failureOf(error)) : stay(state);
  }
  return stay(state.prompt === null ? state : { ...state, failure: failureOf(error) });
}
