// What rules say to a question that an agent has just asked: the answer goes into the log with it, so nobody is asked in between.
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
  /** The rules for everything and those of a workspace, as they stand now. */
  sourcesFor(workspaceId: string): readonly RuleSource[];
  /** Those that a person made for this session only, as a policy file says them. */
  parse(rules: readonly string[]): RuleSource;
  /** What `~` means. */
  readonly home: string;
}

/**
 * Adds an event, and the answer to it where it is a question that rules answer. A question is judged in the light of what came before it,
 * also within the same commit: how an agent's output was cut into batches decides nothing.
 */
export function addWithAnswer(draft: Draft, policy: Policy, body: EventBody): void {
  const before = draft.state;
  draft.add(body);
  if (body.type !== "permission" || body.data.state !== "asked" || !isNewIn(before, draft.state, body.data.id)) return;
  const answer = policyAnswer(policy, draft.state, body.data);
  if (answer) draft.add(answer);
}

/** A question that is open already, or was closed, is not asked again by its second event. */
const isNewIn = (before: SessionState, after: SessionState, id: string): boolean =>
  isOpenIn(after, id) && !isOpenIn(before, id);

const isOpenIn = ({ permission }: SessionState, id: string): boolean => permission.open.some((one) => one.id === id);

type Asked = Extract<DataOf<"permission">, { state: "asked" }>;

/** Null when a person must be asked. */
function policyAnswer(policy: Policy, state: SessionState, asked: Asked): EventBody | null {
  const { workspace } = state.lifecycle;
  if (!asked.request || asked.form || !workspace) return null;
  // Of a very long command only the beginning is here: no rule can judge the rest.
  if (placeholders.isIn(JSON.stringify(asked.request))) return null;
  const sources = [policy.parse(state.permission.rules), ...policy.sourcesFor(workspace.id)];
  const context = {
    workspace: workspace.path,
    home: policy.home,
    isHumanTurn: isHumanTurn(state, asked.taskId),
    isPlanning: isPlanning(state),
  };
  // What is only known in part may be denied.
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

/** A rule allows one thing at a time: what the agent itself would remember is for a person to say. */
const optionFor = (options: readonly PermissionOption[], verdict: "allow" | "deny"): string | null =>
  options.find(({ kind }) => kind === (verdict === "allow" ? "allow_once" : "reject_once"))?.id ?? null;

/**
 * A turn that an agent began by itself, or another agent asked for, is no person's. A background task is of the turn that it started in, also
 * when that has ended, or another one runs.
 */
function isHumanTurn({ turn, task, prompt }: SessionState, taskId: string | undefined): boolean {
  const asker = taskId === undefined ? turn.open : task.running.find((one) => one.taskId === taskId);
  const promptId = asker?.promptId ?? null;
  const first = prompt.recent.find((one) => one.promptId === promptId);
  // Who says something into a person's turn makes it theirs, too.
  return first !== undefined && prompt.recent.every((one) => one.turn !== first.turn || isPerson(one.by));
}
