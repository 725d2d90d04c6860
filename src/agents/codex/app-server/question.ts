// Questions of the agent: a request that stays open until a person has answered, in whichever daemon that is.
import type { FormField, PermissionOption, PermissionRequest } from "../../../core/index.ts";
import type { DeliveredAnswer, Fact, Reaction } from "../../driver.ts";
import { fieldLines, otherFields } from "../../input-fields.ts";
import { type RpcId, rpcResult } from "../../json-rpc.ts";
import { otherDirectory } from "../../other-directory.ts";
import { shortened } from "../../tool-title.ts";
import { scriptIn } from "../command.ts";
import { answerForm } from "./form.ts";
import { changeApproval, commandApproval, permissionsApproval } from "./protocol.ts";
import { type AppServerState, idIn, nothing, type Question, questionId, said } from "./state.ts";
import { addWords } from "./turn.ts";

export interface Asked {
  about: Question["about"];
  item: string | null;
  title: string;
  detail: string;
  options: PermissionOption[];
  /** The detail is not all of it. */
  isPartial?: boolean;
  request?: PermissionRequest;
  form?: FormField[];
}

/** Null when it asks the same again. */
export function ask(state: AppServerState, id: RpcId, asked: Asked): Reaction<AppServerState> | null {
  if (state.questions.some((one) => one.id === id)) return null;
  const { about, item, title, detail, options, isPartial, request, form } = asked;
  const toolCallId = item === null ? null : idIn(state, item);
  const isCalled = state.calls.some((one) => one.id === item);
  const waits: Fact[] =
    isCalled && toolCallId !== null ? [{ type: "tool_call_update", data: { toolCallId, status: "pending" } }] : [];
  const question: Fact = {
    type: "permission",
    data: {
      ...{ id: questionId(state, id), state: "asked", title, detail, options },
      ...(isCalled && toolCallId !== null ? { toolCallId } : {}),
      ...(isPartial ? { isPartial } : {}),
      ...(request ? { request } : {}),
      ...(form ? { form } : {}),
    },
  };
  return said({ ...state, questions: [...state.questions, { id, item, about }] }, [...waits, question]);
}

const ALLOW: PermissionOption = { id: "accept", label: "Allow once", kind: "allow_once" };
const ALLOW_SESSION: PermissionOption = {
  id: "acceptForSession",
  label: "Allow for this session",
  kind: "allow_always",
};
const DENY: PermissionOption = { id: "decline", label: "Deny", kind: "reject_once" };
const STOP: PermissionOption = { id: "cancel", label: "Deny, and stop the turn", kind: "reject_once" };

/** What is shown by other means, what only Codex needs, and proposals that nobody accepts here. */
const known = [
  ...[
    "threadId",
    "turnId",
    "itemId",
    "approvalId",
    "startedAtMs",
    "kind",
    "reason",
    "command",
    "cwd",
    "commandActions",
  ],
  ...["networkApprovalContext", "availableDecisions", "proposedExecpolicyAmendment", "proposedNetworkPolicyAmendments"],
];

/** Proposals that would be written into the person's own rules are left out: Skein has rules of its own. */
export function commandQuestion(state: AppServerState, params: unknown): Asked | null {
  const asked = commandApproval.safeParse(params).data;
  if (!asked) return null;
  const { itemId, kind, command, cwd, reason, networkApprovalContext: network, availableDecisions } = asked;
  const more = otherFields(asked, known).filter(([name, value]) => name !== "environmentId" || value !== "local");
  const why = `${more.length > 0 ? `\n\n${fieldLines(more)}` : ""}${reason ? `\n\n(${reason})` : ""}`;
  const hasMore = more.length > 0 ? { hasMore: true } : {};
  const options = [ALLOW, ...(availableDecisions?.includes("acceptForSession") ? [ALLOW_SESSION] : []), DENY, STOP];
  const common = { about: { kind: "approval" as const }, item: itemId, options };
  if (network) {
    const where = `${network.protocol}://${network.host}`;
    const request = { kind: "fetch" as const, tool: null, command: null, paths: [], ...hasMore };
    return { ...common, title: `Connect to \`${shortened(network.host)}\``, detail: `${where}${why}`, request };
  }
  if (!command) return null;
  const script = scriptIn(command);
  const directory = otherDirectory(state.cwd, cwd ?? "");
  const leaves = kind === "command" && state.asksToLeave;
  const outside = leaves ? "\n\n(outside of the agent's sandbox)" : "";
  const detail = `${script}${directory !== null ? `\n\n(in ${cwd})` : ""}${outside}${why}`;
  // Keys for a program that runs are no command that a rule could know.
  if (kind !== "command") {
    const request = { kind: "other" as const, tool: "write_stdin", command: null, paths: [], hasMore: true };
    return { ...common, title: `Type into \`${shortened(script)}\``, detail, request };
  }
  const where = directory === null ? {} : { cwd: directory };
  const request = {
    ...{ kind: "execute" as const, tool: "exec_command", command: script, paths: [], ...where },
    ...(leaves ? { hasMore: true } : hasMore),
  };
  return { ...common, title: `Run \`${shortened(script)}\``, detail, request };
}

/** What would change was said when the change began. */
export function changeQuestion(state: AppServerState, params: unknown): Asked | null {
  const asked = changeApproval.safeParse(params).data;
  const changes = state.calls.find(({ id }) => id === asked?.itemId)?.changes;
  if (!asked || !changes) return null;
  const { itemId, reason, grantRoot } = asked;
  const more = [reason, grantRoot ? `and everything else below ${grantRoot} for this session` : null];
  const why = more.flatMap((one) => (one ? [`\n\n(${one})`] : [])).join("");
  return {
    about: { kind: "approval" },
    item: itemId,
    title: changes.title,
    detail: `${changes.text}${why}`,
    isPartial: changes.isCut,
    options: [ALLOW, ALLOW_SESSION, DENY, STOP],
    // A yes may give a whole directory, which is more than these files.
    request: {
      ...{ ...changes.request, tool: "apply_patch", command: null },
      ...(grantRoot || changes.isCut ? { hasMore: true } : {}),
    },
  };
}

export function permissionsQuestion(params: unknown): Asked | null {
  const asked = permissionsApproval.safeParse(params).data;
  if (!asked) return null;
  const { itemId, reason, permissions } = asked;
  return {
    about: { kind: "permissions", permissions },
    item: itemId,
    title: "Give commands more permissions",
    detail: [reason, JSON.stringify(permissions, null, 2)].filter(Boolean).join("\n\n"),
    options: [{ ...ALLOW, label: "Allow for this turn" }, ALLOW_SESSION, DENY],
    request: { kind: "other", tool: "request_permissions", command: null, paths: [], hasMore: true },
  };
}

export function answer(state: AppServerState, given: DeliveredAnswer): Reaction<AppServerState> {
  const question = state.questions.find(({ id }) => questionId(state, id) === given.permission);
  if (!question) return nothing(state);
  const others = { ...state, questions: state.questions.filter((one) => one !== question) };
  const line = rpcResult({ id: question.id, result: resultOf(question, given) });
  const isAllowed = given.option.startsWith("accept");
  const isCalled = state.calls.some(({ id }) => id === question.item);
  const runs: Fact[] =
    isAllowed && isCalled && question.item !== null
      ? [{ type: "tool_call_update", data: { toolCallId: idIn(state, question.item), status: "running" } }]
      : [];
  // A form has a place for words; a no has none, and they follow it.
  const words = given.message !== null && !(isAllowed && question.about.kind === "input") ? given.message : null;
  const spoken = words === null || given.option === "cancel" ? nothing(others) : addWords(others, words);
  return { state: spoken.state, facts: runs, writes: [line, ...spoken.writes] };
}

function resultOf({ about }: Question, given: DeliveredAnswer): object {
  const { option } = given;
  switch (about.kind) {
    case "approval":
      return { decision: option };
    case "permissions":
      return {
        permissions: option === "decline" ? {} : about.permissions,
        scope: option === "acceptForSession" ? "session" : "turn",
      };
    default:
      return answerForm(about, given);
  }
}

/** Codex no longer wants to know: its turn was interrupted, or it has gone on by itself. */
export function takeBack(state: AppServerState, request: RpcId): Reaction<AppServerState> {
  const question = state.questions.find(({ id }) => id === request);
  if (!question) return nothing(state);
  const reason = "the agent withdrew the question";
  return said({ ...state, questions: state.questions.filter((one) => one !== question) }, [
    { type: "permission", data: { id: questionId(state, request), state: "stale", reason } },
  ]);
}
