// The answer of the rules to an agent's question. It is committed with the question, so nobody is notified in between.
import { placeholders } from "../agents/index.ts";
import {
  type DataOf,
  type EventBody,
  evaluateRequest,
  isPerson,
  isPlanning,
  type PermissionOption,
  type RuleSource,
  ruleInOneLine,
  type SessionState,
} from "../core/index.ts";
import type { Draft } from "./draft.ts";

export interface Policy {
  /** The global rules and those of a workspace, as they are now. */
  sourcesFor(workspaceId: string): readonly RuleSource[];
  /** Rules that a person made for this session, in the syntax of a policy file. */
  parse(rules: readonly string[]): RuleSource;
  /** The directory that `~` stands for. */
  readonly home: string;
}

/**
 * Adds an event, and the answer if it is a question that rules answer. A question is judged by the state right before it,
 * also within the same commit: how an agent's output was split into batches makes no difference.
 */
export function addWithAnswer(draft: Draft, policy: Policy, body: EventBody): void {
  const before = draft.state;
  draft.add(body);
  if (body.type !== "permission" || body.data.state !== "asked" || !isNewIn(before, draft.state, body.data.id)) return;
  const answer = policyAnswer(policy, draft.state, body.data);
  if (answer) draft.add(answer);
}

/** A second event of an open or closed question does not ask again. */
const isNewIn = (before: SessionState, after: SessionState, id: string): boolean =>
  isOpenIn(after, id) && !isOpenIn(before, id);

const isOpenIn = ({ permission }: SessionState, id: string): boolean => permission.open.some((one) => one.id === id);

type Asked = Extract<DataOf<"permission">, { state: "asked" }>;

/** Null if a person must be asked. */
function policyAnswer(policy: Policy, state: SessionState, asked: Asked): EventBody | null {
  const { workspace } = state.lifecycle;
  if (!asked.request || asked.form || !workspace) return null;
  // A very long command is here only in part: no rule can judge the rest.
  if (placeholders.isIn(JSON.stringify(asked.request))) return null;
  const sources = [policy.parse(state.permission.rules), ...policy.sourcesFor(workspace.id)];
  const context = {
    workspace: workspace.path,
    home: policy.home,
    isHumanTurn: isHumanTurn(state, asked.taskId),
    isPlanning: isPlanning(state),
  };
  // A partly known request may be denied.
  const request = asked.isPartial ? { ...asked.request, hasMore: true } : asked.request;
  const { verdict, rule, source, why } = evaluateRequest(sources, request, context);
  const option = verdict === "ask" ? null : optionFor(asked.options, verdict);
  if (option === null) return null;
  const message = verdict === "deny" ? { message: why } : {};
  return {
    type: "permission",
    by: { kind: "policy", ...(source === null ? {} : { name: source }) },
    data: { id: asked.id, state: "answered", option, ...message, ...(rule ? { rule: ruleInOneLine(rule) } : {}) },
  };
}

/** A rule allows once: only a person may choose an answer that the agent itself remembers. */
const optionFor = (options: readonly PermissionOption[], verdict: "allow" | "deny"): string | null =>
  options.find(({ kind }) => kind === (verdict === "allow" ? "allow_once" : "reject_once"))?.id ?? null;

/**
 * A turn that an agent began by itself, or that another agent's prompt began, is not a person's. A background task belongs to the turn that it started in,
 * even after that has ended or while another one runs.
 */
function isHumanTurn({ turn, task, prompt }: SessionState, taskId: string | undefined): boolean {
  const asker = taskId === undefined ? turn.open : task.running.find((one) => one.taskId === taskId);
  const promptId = asker?.promptId ?? null;
  const first = prompt.recent.find((one) => one.promptId === promptId);
  // A turn is a person's only if every prompt in it, steered ones included, is from a person.
  return first !== undefined && prompt.recent.every((one) => one.turn !== first.turn || isPerson(one.by));
}
