// The agent's questions: a request stays open until a person has answered, even under a later daemon.
import type { PermissionOption } from "../../../core/index.ts";
import type { DeliveredAnswer, OpenQuestion, Reaction } from "../../driver.ts";
import { REQUEST_CANCELLED, type RpcId, rpcError, rpcResult } from "../json-rpc.ts";
import { contentFor } from "../questions/asked-form.ts";
import { printOf, refuseBoth } from "../questions/reused-question-id.ts";
import { pathLine, type Shown, shownData } from "../questions/shown.ts";
import { idIn } from "../run-id.ts";
import { isFilled } from "../tool-calls/input-fields.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { inputIn, shownOf } from "./detail.ts";
import { type Earlier, earlierNotes, earlierThan } from "./earlier.ts";
import { notAnswered } from "./elicitation.ts";
import { permissionRequest, strangeFieldsOf, type ToolCall, unreadOf } from "./protocol.ts";
import { isNamedBy, namesIn, requestOf } from "./request.ts";
import { type AcpState, type Call, type Question, questionId, type Scene, withQuestion } from "./state.ts";
import { editionOf, handleToolCall, settleToolCall } from "./tool-call.ts";

const cancelled = (id: RpcId): string => rpcResult({ id, result: { outcome: { outcome: "cancelled" } } });

interface Asked {
  id: RpcId;
  params: unknown;
  line: string;
}

export function handleQuestion({ agent, state }: Scene, { id, params, line }: Asked): Reaction<AcpState> {
  const said = permissionRequest.safeParse(params).data;
  if (!said?.options?.length) {
    const text = "The agent asked a question that Skein could not read, so Skein cancelled it.";
    return { state, facts: [unreadableLine(line, text)], writes: [cancelled(id)] };
  }
  const { toolCall } = said;
  const told = state.calls.find((one) => one.id === toolCall.toolCallId);
  const call = (params as { toolCall: object }).toolCall;
  const unread = [...unreadOf(call), ...strangeFieldsOf(call)];
  const earlier = earlierThan(toolCall, told, { agent, state });
  const taken = handleToolCall({ agent, state }, { said: toolCall, speech: "question" });
  // It was asked before the agent received the cancellation of its turn.
  if (state.turn?.isCancelled) return { ...taken, writes: [cancelled(id)] };
  const known = taken.state.calls.find((one) => one.id === toolCall.toolCallId);
  const options = said.options.map(({ optionId: id, name, kind }) => {
    const grant = kind === "allow_always" ? agent.quirks?.grantLabel?.({ id, kind: known?.kind ?? "other" }) : null;
    return { id, label: grant ?? name, kind };
  });
  const whole = withProposal(toolCall, known, earlier);
  const isPartial = (told ? told.isUnread : state.hasForgotten) || (known !== undefined && isMissing(toolCall, known));
  const request = requestOf({ agent, state }, whole, known);
  const { detail, notes } = shownFor(whole, state, known);
  const question = {
    id,
    number: state.asked + 1,
    print: printOf(["session/request_permission", params]),
    toolCallId: toolCall.toolCallId,
    shown: editionOf(known),
    options: options.map((one) => ({ id: one.id, isAllow: one.kind.startsWith("allow") })),
    fields: null,
  };
  return {
    state: withQuestion(taken.state, question),
    facts: [
      ...taken.facts,
      {
        type: "permission",
        data: {
          id: questionId(state, question),
          state: "asked",
          title: toolCall.title || known?.title || "The agent asks for permission",
          ...shownData({ detail, notes: [...notes, ...unreadNotes(unread), ...earlierNotes(earlier)] }),
          ...(isPartial ? { isPartial } : {}),
          // The protocol has no field for it.
          takesReason: false,
          toolCallId: idIn(state, toolCall.toolCallId),
          options: withNo(options),
          request: isPartial || unread.length > 0 || earlier.isMore ? { ...request, hasMore: true } : request,
        },
      },
    ],
    writes: [],
  };
}

/**
 * People can always deny. If the agent offers no such option, it is told that the question was cancelled: `answerQuestion` sends only what was
 * offered.
 */
function withNo(offered: readonly PermissionOption[]): PermissionOption[] {
  if (offered.some(({ kind }) => kind.startsWith("reject"))) return [...offered];
  let id = "deny";
  while (offered.some((one) => one.id === id)) id = `no-${id}`;
  return [...offered, { id, label: "Deny", kind: "reject_once" }];
}

export const openQuestions = (state: AcpState): OpenQuestion[] =>
  state.questions.map((question) => ({
    id: questionId(state, question),
    call: {
      shown: question.shown,
      now: editionOf(state.calls.find(({ id }) => id === question.toolCallId)),
      no: question.options.find(({ isAllow }) => !isAllow)?.id ?? "",
    },
  }));

/** The call, completed with what was reported of it earlier, where the question does not repeat it. */
const withProposal = (said: ToolCall, known: Call | undefined, { diffs }: Earlier): ToolCall => ({
  ...said,
  kind: said.kind ?? known?.kind ?? null,
  rawInput: isFilled(said.rawInput) ? said.rawInput : (known?.proposal?.rawInput ?? said.rawInput),
  content: [...(said.content ?? []), ...diffs],
});

const saysDiff = ({ content, rawInput }: ToolCall): boolean =>
  content?.some(({ type }) => type === "diff") || isFilled(inputIn(rawInput).diff);

/** Whether earlier information about the call was not kept, and the question does not repeat it. */
const isMissing = (said: ToolCall, { isCut, isDiffCut }: Call): boolean =>
  (isCut && !isFilled(said.rawInput)) || (isDiffCut && !saysDiff(said));

const unreadNotes = (items: readonly unknown[]): string[] =>
  items.map((item) => `what Skein can't read: ${JSON.stringify(item)}`);

/** With the call's file names, if nothing else shows them. A call without input is about these files. */
function shownFor(call: ToolCall, { cwd }: AcpState, known: Call | undefined): Shown {
  const { detail, notes } = shownOf(call, cwd);
  const places = [...(call.locations ?? []).map(({ path }) => path), ...(known?.places ?? [])];
  const isCommand = call.kind === "execute";
  const text = [detail, ...notes].join("\n");
  const names = namesIn(text);
  const said = new Set([...text.split("\n"), ...text.split(/[\s'"`]+/)]);
  const paths = [...new Set(places)]
    .filter((path) => (isCommand ? !isNamedBy(names, { cwd, path }) : !said.has(path)))
    .map(pathLine);
  if (detail === "") return { detail: paths.join("\n") || call.title || "", notes };
  return { detail, notes: [...notes, ...paths.map((path) => `file: ${path}`)] };
}

export function answerQuestion(state: AcpState, given: DeliveredAnswer): Reaction<AcpState> {
  const { permission, option, message } = given;
  const question = state.questions.find((one) => questionId(state, one) === permission);
  if (!question) return { state, facts: [], writes: [] };
  const chosen = question.options.find(({ id }) => id === option);
  const questions = state.questions.filter((one) => one !== question);
  const rest = { ...state, questions };
  const { fields, toolCallId } = question;
  const settled =
    fields || toolCallId === null
      ? { state: rest, facts: [] }
      : settleToolCall(rest, { id: toolCallId, isAllowed: chosen?.isAllow === true });
  const unsaid = "This agent can't take a comment with an answer; send it as a prompt.";
  return {
    state: settled.state,
    facts: [
      ...settled.facts,
      ...(message === null ? [] : [{ type: "notice", data: { kind: "answer_message", text: unsaid } } as const]),
    ],
    // If the agent offers no way to deny, it is told that the question was cancelled.
    writes: [chosen ? rpcResult({ id: question.id, result: resultOf(question, given) }) : cancelled(question.id)],
  };
}

function resultOf({ fields }: Question, { option, content }: DeliveredAnswer): object {
  if (!fields) return { outcome: { outcome: "selected", optionId: option } };
  return option === "accept" ? { action: "accept", content: contentFor(fields, content ?? {}) } : { action: "decline" };
}

/** Handles a request with the id of an open question; null if there is none. */
export function handleRepeatedQuestion(
  state: AcpState,
  { id, method, params, line }: Asked & { method: string },
): Reaction<AcpState> | null {
  const open = state.questions.find((one) => one.id === id);
  if (!open) return null;
  if (open.print === printOf([method, params]))
    return { state, facts: [unreadableLine(line, "The agent asked the same thing twice.")], writes: [] };
  const questions = state.questions.filter((one) => one !== open);
  return refuseBoth(questionId(state, open), { state: { ...state, questions }, facts: [], writes: [unanswered(open)] });
}

const unanswered = ({ id, fields }: Question): string => (fields ? notAnswered(id) : cancelled(id));

/** Cancels all questions, because the turn is being interrupted. */
export const cancelQuestions = (state: AcpState): { state: AcpState; writes: string[] } => ({
  state: { ...state, questions: [] },
  writes: state.questions.map(unanswered),
});

/** The agent withdraws a question. */
export function withdrawQuestion(state: AcpState, id: RpcId): Reaction<AcpState> | null {
  const question = state.questions.find((one) => one.id === id);
  if (!question) return null;
  const error = { code: REQUEST_CANCELLED, message: "Request cancelled" };
  return {
    state: { ...state, questions: state.questions.filter((one) => one !== question) },
    facts: [
      {
        type: "permission",
        data: { id: questionId(state, question), state: "stale", reason: "the agent withdrew the question" },
      },
    ],
    writes: [rpcError({ id, error })],
  };
}
