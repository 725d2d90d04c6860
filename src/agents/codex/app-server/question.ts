// The agent's questions: a request stays open until a person has answered, even under a later daemon.
import type { FormField, PermissionOption, PermissionRequest } from "../../../core/index.ts";
import type { DeliveredAnswer, Fact, OpenQuestion, Reaction } from "../../driver.ts";
import { type RpcId, rpcResult } from "../../kit/json-rpc.ts";
import { grantLabel } from "../../kit/questions/grant-label.ts";
import { refuseBoth } from "../../kit/questions/reused-question-id.ts";
import { directoryNote, pathLine, reasonNote, SANDBOX_NOTE, shownData } from "../../kit/questions/shown.ts";
import { idIn } from "../../kit/run-id.ts";
import { fieldNotes, otherFields } from "../../kit/tool-calls/input-fields.ts";
import { otherDirectory } from "../../kit/tool-calls/other-directory.ts";
import { inside, shortened, type ToolInput } from "../../kit/tool-calls/tool-title.ts";
import { scriptIn } from "../command.ts";
import { answerForm } from "./form.ts";
import { changeApproval, commandApproval, permissionsApproval } from "./protocol.ts";
import { type AppServerState, nothing, type Question, questionId, said } from "./state.ts";
import { addWords } from "./turn.ts";

export interface Asked {
  about: Question["about"];
  item: string | null;
  title: string;
  detail: string;
  notes?: readonly string[];
  options: PermissionOption[];
  /** The detail is incomplete. */
  isPartial?: boolean;
  request?: PermissionRequest;
  form?: FormField[];
}

export function ask(
  state: AppServerState,
  { id, print }: Pick<Question, "id" | "print">,
  asked: Asked,
): Reaction<AppServerState> {
  const { about, item, title, detail, notes = [], options, isPartial, request, form } = asked;
  const toolCallId = item === null ? null : idIn(state, item);
  const isCalled = state.calls.some((one) => one.id === item);
  const waits: Fact[] =
    isCalled && toolCallId !== null ? [{ type: "tool_call_update", data: { toolCallId, status: "pending" } }] : [];
  const question: Question = { id, number: state.asked + 1, print, item, shown: saidOf(state, item), about };
  const fact: Fact = {
    type: "permission",
    data: {
      ...{ id: questionId(state, question), state: "asked", title, ...shownData({ detail, notes }), options },
      ...(isCalled && toolCallId !== null ? { toolCallId } : {}),
      ...(isPartial ? { isPartial } : {}),
      ...(request ? { request } : {}),
      ...(form ? { form } : {}),
    },
  };
  const questions = [...state.questions, question];
  return said({ ...state, questions, asked: question.number }, [...waits, fact]);
}

const saidOf = ({ calls }: AppServerState, item: string | null): string =>
  calls.find(({ id }) => id === item)?.said ?? "";

export const openQuestions = (state: AppServerState): OpenQuestion[] =>
  state.questions.map((question) => ({
    id: questionId(state, question),
    call: { shown: question.shown, now: saidOf(state, question.item), no: "decline" },
  }));

const ALLOW: PermissionOption = { id: "accept", label: "Allow once", kind: "allow_once" };
/** Codex remembers the exact command, the host, or the files of a patch. */
const allowSession = (label: string): PermissionOption => ({ id: "acceptForSession", label, kind: "allow_always" });
const DENY: PermissionOption = { id: "decline", label: "Deny", kind: "reject_once" };
const STOP: PermissionOption = { id: "cancel", label: "Deny, and stop the turn", kind: "reject_once" };

/** Fields that only Codex needs, or that are shown elsewhere. */
const ids = ["threadId", "turnId", "itemId", "startedAtMs", "reason"];

/** And proposals that Skein never accepts. */
const commandFields = [
  ...[...ids, "approvalId", "kind", "command", "cwd", "commandActions", "networkApprovalContext"],
  ...["availableDecisions", "proposedExecpolicyAmendment", "proposedNetworkPolicyAmendments"],
];

const unknownFields = (asked: ToolInput, known: readonly string[]): [string, unknown][] =>
  otherFields(asked, known).filter(([name, value]) => name !== "environmentId" || value !== "local");

/** Proposals that would be written into the user's own rules are left out: Skein has its own rules. */
export function commandQuestion(state: AppServerState, params: unknown): Asked | null {
  const asked = commandApproval.safeParse(params).data;
  if (!asked) return null;
  const { itemId, kind, command, cwd, reason, networkApprovalContext: network, availableDecisions } = asked;
  const more = [...unknownFields(asked, commandFields), ...otherFields(network ?? {}, ["host", "protocol"])];
  const why = [...fieldNotes(more), ...(reason ? [reasonNote(reason)] : [])];
  const hasMore = more.length > 0 ? { hasMore: true } : {};
  const options = (label: string): PermissionOption[] => {
    const isOffered = availableDecisions?.includes("acceptForSession") === true;
    return [ALLOW, ...(isOffered ? [allowSession(label)] : []), DENY, STOP];
  };
  const common = { about: { kind: "approval" as const }, item: itemId };
  if (network) {
    const where = `${network.protocol}://${network.host}`;
    const isTarget = !command || isTargetOf(command, network);
    // It is unknown what a command would send and receive there, so rules for fetching tools do not apply.
    const judged = { command: isTarget ? null : scriptIn(command), paths: [], hasMore: true };
    const request = { kind: "fetch" as const, tool: null, ...judged };
    const detail = `${pathLine(where)}${command ? `\n\n${command}` : ""}`;
    return {
      ...{ ...common, title: `Connect to \`${shortened(network.host)}\``, detail, notes: why, request },
      options: options(grantLabel([{ what: "connections to ", name: where }])),
    };
  }
  if (!command) return null;
  const script = scriptIn(command);
  const directory = otherDirectory(state.cwd, cwd ?? "");
  const leaves = kind === "command" && state.asksToLeave;
  const place = directory === null ? [] : [directoryNote(cwd ?? directory)];
  const shown = { detail: script, notes: [...place, ...(leaves ? [SANDBOX_NOTE] : []), ...why] };
  // Input for a running program is not a command that a rule could judge.
  if (kind !== "command") {
    const request = { kind: "other" as const, tool: "write_stdin", command: null, paths: [], hasMore: true };
    const label = "Allow exactly this input for this session";
    return { ...common, title: `Type into \`${shortened(script)}\``, ...shown, request, options: options(label) };
  }
  const where = directory === null ? {} : { cwd: directory };
  const request = {
    ...{ kind: "execute" as const, tool: "exec_command", command: script, paths: [], ...where },
    ...(leaves ? { hasMore: true } : hasMore),
  };
  const label = "Allow exactly this command for this session";
  return { ...common, title: `Run \`${shortened(script)}\``, ...shown, request, options: options(label) };
}

/** Codex reports a connection as if it were a command, with a port if there is one (0.166.0). */
function isTargetOf(command: string, { host, protocol }: { host: string; protocol: string }): boolean {
  const [, target = ""] = /^network-access (\S+)$/.exec(command) ?? [];
  return URL.canParse(target) && new URL(target).hostname === host && target.startsWith(`${protocol}:`);
}

/** The changes were reported when the item started, and only in this conversation: a subagent's may use the same ids. */
export function changeQuestion(state: AppServerState, params: unknown): Asked | null {
  const asked = changeApproval.safeParse(params).data;
  if (!asked || asked.threadId !== state.thread || asked.turnId !== state.turn?.native) return null;
  const changes = state.calls.find(({ id }) => id === asked.itemId)?.changes;
  if (!changes) return null;
  const { itemId, reason, grantRoot } = asked;
  const more = unknownFields(asked, [...ids, "grantRoot"]);
  const why = [
    ...(reason ? [reasonNote(reason)] : []),
    ...(grantRoot ? [`and everything else below ${pathLine(grantRoot)} for this session`] : []),
  ];
  const files = changes.request.paths.map((path) => ({ name: inside(state.cwd, path) }));
  const grants = files.map((file, at) => (at === 0 ? { what: "changes of ", ...file } : file));
  const label = grantLabel(grants, grantRoot ? [`everything below \`${shortened(grantRoot)}\``] : []);
  return {
    about: { kind: "approval" },
    item: itemId,
    title: changes.title,
    detail: changes.text,
    notes: [...fieldNotes(more), ...why],
    isPartial: changes.isCut,
    options: [ALLOW, allowSession(label), DENY, STOP],
    // A yes may grant a whole directory, which is more than these files.
    request: {
      ...{ ...changes.request, tool: "apply_patch", command: null },
      ...(grantRoot || changes.isCut || more.length > 0 ? { hasMore: true } : {}),
    },
  };
}

export function permissionsQuestion({ cwd }: AppServerState, params: unknown): Asked | null {
  const asked = permissionsApproval.safeParse(params).data;
  if (!asked) return null;
  const { itemId, reason, permissions } = asked;
  const more = unknownFields(asked, [...ids, "permissions"]).filter(([name, value]) => name !== "cwd" || value !== cwd);
  return {
    about: { kind: "permissions", permissions },
    item: itemId,
    title: "Give commands more permissions",
    detail: JSON.stringify(permissions, null, 2),
    notes: [...(reason ? [reasonNote(reason)] : []), ...fieldNotes(more)],
    options: [
      { ...ALLOW, label: "Allow for this turn" },
      allowSession("Allow these permissions for this session"),
      DENY,
    ],
    request: { kind: "other", tool: "request_permissions", command: null, paths: [], hasMore: true },
  };
}

/** The agent asks something else with the id of an open question. */
export function refuseBothOf(state: AppServerState, open: Question): Reaction<AppServerState> {
  const permission = questionId(state, open);
  return refuseBoth(permission, answer(state, { permission, option: "decline", message: null, content: null }));
}

export function answer(state: AppServerState, given: DeliveredAnswer): Reaction<AppServerState> {
  const question = state.questions.find((one) => questionId(state, one) === given.permission);
  if (!question) return nothing(state);
  const others = { ...state, questions: state.questions.filter((one) => one !== question) };
  const line = rpcResult({ id: question.id, result: resultOf(question, given) });
  const isAllowed = given.option.startsWith("accept");
  const isCalled = state.calls.some(({ id }) => id === question.item);
  const runs: Fact[] =
    isAllowed && isCalled && question.item !== null
      ? [{ type: "tool_call_update", data: { toolCallId: idIn(state, question.item), status: "running" } }]
      : [];
  // A form has a field for a message; a denial has none, so the message is sent after it.
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

/** Codex withdraws the question: its turn was interrupted, or it has continued by itself. */
export function retractQuestion(state: AppServerState, request: RpcId): Reaction<AppServerState> {
  const question = state.questions.find(({ id }) => id === request);
  if (!question) return nothing(state);
  const reason = "the agent withdrew the question";
  return said({ ...state, questions: state.questions.filter((one) => one !== question) }, [
    { type: "permission", data: { id: questionId(state, question), state: "stale", reason } },
  ]);
}
