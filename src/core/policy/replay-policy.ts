// What rules would have answered to past requests, and which rules the past answers suggest.
import { describeRule } from "./describe-rule.ts";
import { type Evaluation, evaluateRequest } from "./evaluate-request.ts";
import { proposeRule } from "./propose-rule.ts";
import type { EvaluationContext, PathContext, PermissionRequest, Rule, RuleSource } from "./rule.ts";

export interface PastRequest {
  request: PermissionRequest;
  /** The person's answer; null if nobody answered. */
  answer: "allow" | "deny" | null;
  session: string;
  seq: number;
  /** Only the beginning of the request is available. */
  isPartial?: boolean;
}

export interface Replayed extends Evaluation {
  past: PastRequest;
  /** asks: a person is asked as before · agrees, contradicts: compared with the person's answer · decides: nobody had answered */
  outcome: "asks" | "agrees" | "contradicts" | "decides";
}

export function replayPolicy(
  past: readonly PastRequest[],
  sources: readonly RuleSource[],
  context: EvaluationContext,
): Replayed[] {
  return past.map((one) => {
    const judgement = one.isPartial
      ? evaluatePart(sources, one.request, context)
      : evaluateRequest(sources, one.request, context);
    return { ...judgement, past: one, outcome: outcomeOf(judgement, one) };
  });
}

/** A rule can deny because of the beginning; it can't allow without the rest. */
function evaluatePart(
  sources: readonly RuleSource[],
  request: PermissionRequest,
  context: EvaluationContext,
): Evaluation {
  const judgement = evaluateRequest(sources, { ...request, hasMore: true }, context);
  if (judgement.verdict !== "ask" || judgement.rule) return judgement;
  return { ...judgement, why: "It is too long to be evaluated here: only its beginning is available." };
}

function outcomeOf({ verdict }: Evaluation, { answer }: PastRequest): Replayed["outcome"] {
  if (verdict === "ask") return "asks";
  if (answer === null) return "decides";
  return verdict === answer ? "agrees" : "contradicts";
}

/** Fewer times than this may be chance. */
const OFTEN = 3;

/** A narrow rule for each request that was allowed at least three times and never denied, the most frequent first. */
export function proposeFrom(past: readonly PastRequest[], where: PathContext): Rule[] {
  const groups = new Map<string, { rule: Rule; allowed: Set<string>; sessions: Set<string> }>();
  for (const { request, answer, session, seq, isPartial } of past) {
    const rule = answer === "allow" && !isPartial ? proposeRule(request, where) : null;
    if (!rule) continue;
    const key = describeRule(rule);
    const group = groups.get(key) ?? { rule, allowed: new Set(), sessions: new Set() };
    group.allowed.add(`${session} ${seq}`);
    group.sessions.add(session);
    groups.set(key, group);
  }
  const denied = past.filter(({ answer }) => answer === "deny");
  const wasDenied = (rule: Rule): boolean => {
    const sources = [{ name: "proposed", rules: [rule] }];
    return denied.some(
      ({ request }) => evaluateRequest(sources, request, { ...where, isHumanTurn: true }).verdict === "allow",
    );
  };
  return [...groups.values()]
    .filter(({ rule, allowed }) => allowed.size >= OFTEN && !wasDenied(rule))
    .sort((a, b) => b.allowed.size - a.allowed.size)
    .map(({ rule, allowed, sessions }) => ({
      ...rule,
      note: `allowed ${allowed.size} times in ${sessions.size} session${sessions.size === 1 ? "" : "s"}, never denied`,
    }));
}
