// Turns a notification of the app-server into facts. Total: unknown ones become notices.
import type * as z from "zod";
import type { Fact, Reaction } from "../../driver.ts";
import { quotaWindow, timeOf } from "../../kit/quota.ts";
import { unreadableLine } from "../../kit/unreadable-line.ts";
import { handleItem, handleOutput } from "./item.ts";
import {
  delta,
  errorNews,
  itemIn,
  itemNews,
  limitsNews,
  nameNews,
  planNews,
  resolvedNews,
  settingsNews,
  thoughtDelta,
  turnNews,
  usageNews,
  userMessage,
  words,
} from "./protocol.ts";
import { retractQuestion } from "./question.ts";
import { sayPiece, thoughtId } from "./speech.ts";
import { type AppServerState, nothing, said } from "./state.ts";
import { endTask } from "./task.ts";
import { handleBegin, handleEnd, handleText } from "./turn.ts";
import { countUsage } from "./usage.ts";

interface News {
  method: string;
  params: unknown;
  line: string;
}

type Take = (state: AppServerState, params: unknown) => Reaction<AppServerState> | null;

/**
 * A handler that parses its parameters with a schema; null = they can't be parsed. Notifications of other conversations, those of subagents,
 * are ignored, because the subagent's call reports the result.
 */
function about<T extends object>(
  schema: z.ZodType<T>,
  take: (state: AppServerState, params: T) => Reaction<AppServerState>,
): Take {
  return (state, params) => {
    const known = schema.safeParse(params).data;
    if (!known) return null;
    return "threadId" in known && known.threadId !== state.thread ? nothing(state) : take(state, known);
  };
}

/** The same for the running turn; late notifications of an earlier turn are ignored. */
const inTurn = <T extends { turnId: string }>(
  schema: z.ZodType<T>,
  take: (state: AppServerState, params: T) => { state: AppServerState; facts: Fact[] },
): Take =>
  about(schema, (state, params) => {
    if (state.turn?.native !== params.turnId || !state.turn.isRunning) return nothing(state);
    return { ...take(state, params), writes: [] };
  });

const item = (isDone: boolean): Take =>
  inTurn(itemNews, (state, { item }) => {
    const words = userMessage.safeParse(item).data?.content;
    if (words && !isDone)
      return handleText(
        state,
        words.flatMap(({ text }) => text ?? []),
      );
    const known = itemIn(item);
    if (known === "silent") return { state, facts: [] };
    if (known !== "unknown") return handleItem(state, known, isDone);
    const text = `Codex reported an item that Skein does not know: ${item.type.slice(0, 100)}.`;
    return { state, facts: isDone ? [unreadableLine(JSON.stringify(item), text)] : [] };
  });

/** A command may end long after its turn. */
const completed: Take = (state, params) => {
  const news = itemNews.safeParse(params).data;
  const done = news && news.threadId === state.thread ? itemIn(news.item) : null;
  if (!done || done === "silent" || done === "unknown") return item(true)(state, params);
  const task = state.tasks.find(({ id }) => id === done.id);
  if (task && done.type === "commandExecution") return { ...endTask(state, task, done), writes: [] };
  // It is the end of an earlier turn, which late steered text has continued.
  const isOpen = state.calls.some(({ id }) => id === done.id);
  return isOpen ? { ...handleItem(state, done, true), writes: [] } : item(true)(state, params);
};

const takers: Readonly<Record<string, Take>> = {
  "turn/started": about(turnNews, (state, { turn }) => handleBegin(state, turn.id)),
  "turn/completed": about(turnNews, (state, { turn }) =>
    handleEnd(state, { native: turn.id, status: turn.status, error: turn.error ?? null }),
  ),
  "item/started": item(false),
  "item/completed": completed,
  "item/agentMessage/delta": inTurn(delta, (state, { itemId, delta }) =>
    sayPiece(state, { kind: "agent_message", id: itemId, text: delta }),
  ),
  "item/plan/delta": inTurn(delta, (state, { itemId, delta }) =>
    sayPiece(state, { kind: "agent_message", id: itemId, text: delta }),
  ),
  "item/reasoning/summaryTextDelta": inTurn(thoughtDelta, (state, { itemId, delta, summaryIndex }) =>
    sayPiece(state, { kind: "agent_thought", id: thoughtId(itemId, "summary", summaryIndex), text: delta }),
  ),
  "item/reasoning/textDelta": inTurn(thoughtDelta, (state, { itemId, delta, contentIndex }) =>
    sayPiece(state, { kind: "agent_thought", id: thoughtId(itemId, "content", contentIndex), text: delta }),
  ),
  "item/commandExecution/outputDelta": inTurn(delta, (state, { itemId, delta }) =>
    handleOutput(state, { id: itemId, text: delta }),
  ),
  "turn/plan/updated": inTurn(planNews, (state, { plan }) => {
    const entries = plan.map(({ step, status }) => ({
      content: step,
      status: status === "inProgress" ? ("in_progress" as const) : status,
    }));
    return { state, facts: [{ type: "plan", data: { entries } }] };
  }),
  "thread/tokenUsage/updated": about(usageNews, (state, news) => said(countUsage(state, news), [])),
  "account/rateLimits/updated": about(limitsNews, (state, { rateLimits }) =>
    said(withLimits(state, rateLimits), quotaFacts(rateLimits)),
  ),
  "thread/settings/updated": about(settingsNews, (state, { threadSettings: { model, effort } }) => {
    const facts: Fact[] = model === state.model ? [] : [{ type: "model_changed", data: { model } }];
    return said({ ...state, model, effort: effort ?? null }, facts);
  }),
  "thread/name/updated": about(nameNews, (state, { threadName }) =>
    said(state, threadName ? [{ type: "renamed", data: { name: threadName.slice(0, MAX_NAME) } }] : []),
  ),
  "serverRequest/resolved": about(resolvedNews, (state, { requestId }) => retractQuestion(state, requestId)),
  error: inTurn(errorNews, (state, { error, willRetry }) => {
    // The end of the turn reports the same.
    if (!willRetry) return { state, facts: [] };
    const why = (error.additionalDetails || error.message).slice(0, MAX_TEXT);
    const text = `The model did not answer (${why}); retrying. ${error.message.slice(0, MAX_TEXT)}`;
    return { state, facts: [{ type: "notice", data: { kind: "retry", text } }] };
  }),
  warning: about(words, (state, { message }) => said(state, noticeOf("warning", message))),
  guardianWarning: about(words, (state, { message }) => said(state, noticeOf("warning", message))),
  deprecationNotice: about(words, (state, { summary, details }) =>
    said(state, noticeOf("deprecation", [summary, details].filter(Boolean).join(": "))),
  ),
  configWarning: about(words, (state, { summary, details }) => {
    // Codex has a default, and reports it at every start (0.166.0).
    if (summary?.includes("bubblewrap")) return nothing(state);
    return said(state, noticeOf("config_warning", [summary, details].filter(Boolean).join(": ")));
  }),
};

const MAX_TEXT = 500;
const MAX_NAME = 200;

const noticeOf = (kind: string, text: string | undefined): Fact[] =>
  text ? [{ type: "notice", data: { kind, text: text.slice(0, MAX_TEXT) } }] : [];

type Limits = z.infer<typeof limitsNews>["rateLimits"];

/** Of the exhausted windows, the one that lasts longest. Windows that are not mentioned have not changed. */
function withLimits(state: AppServerState, { primary, secondary }: Limits): AppServerState {
  const told = [primary, secondary].flatMap((window) => (window ? [window] : []));
  if (told.length === 0) return state;
  const usedUp = told.flatMap(({ usedPercent, resetsAt }) => (usedPercent >= 100 && resetsAt ? [resetsAt] : []));
  return { ...state, resetsAt: usedUp.length > 0 ? Math.max(...usedUp) : null };
}

const quotaFacts = ({ primary, secondary }: Limits): Fact[] =>
  [primary, secondary].flatMap((window): Fact[] => {
    const name = quotaWindow(window?.windowDurationMins ?? null);
    if (!window || name === null) return [];
    const { usedPercent, resetsAt } = window;
    return [{ type: "quota_reported", data: { window: name, usedPercent, resetsAt: timeOf(resetsAt ?? null) } }];
  });

/** For other clients of the program: progress of user interfaces, lists, accounts, realtime audio; results are reported elsewhere. */
const noise =
  /^(thread\/(started|status|readState|archived|unarchived|deleted|closed|reverted|attachment|goal|prediction|queue|project|environment|compacted|realtime)|turn\/(diff|moderationMetadata)|hook\/|item\/(autoApprovalReview|fileChange|mcpToolCall|commandExecution\/terminalInteraction|reasoning\/summaryPartAdded)|autoApprovalReview|rawResponse|command\/exec|process\/|skills\/|project\/|mcpServer|account\/|app\/|remoteControl|externalAgentConfig|fs\/|model\/(rerouted|verification|safetyBuffering)|modelProvider|fuzzyFileSearch|windows)/;

export function handleNotification(state: AppServerState, { method, params, line }: News): Reaction<AppServerState> {
  const take = Object.hasOwn(takers, method) ? takers[method] : undefined;
  if (!take) {
    if (noise.test(method)) return nothing(state);
    return said(state, [
      unreadableLine(line, `Codex sent a message that Skein does not know: ${method.slice(0, 100)}.`),
    ]);
  }
  return take(state, params) ?? said(state, [unreadableLine(line)]);
}
