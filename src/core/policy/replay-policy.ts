// What rules would have answered to past requests, and which rules the past suggests.
import { describeRule } from "./describe-rule.ts";
import { type Judgement, judge } from "./judge.ts";
import { proposeRule } from "./propose-rule.ts";
import type { JudgeContext, PermissionRequest, Rule, RuleSource, Surroundings } from "./rule.ts";

export interface PastRequest {
  request: PermissionRequest;
  /** Only the beginning of it is at hand: no rule can judge the rest. */
  isCut?: boolean;
  /** What a person said; null = nobody did. */
  answer: "allow" | "deny" | null;
  session: string;
  seq: number;
}

export interface Replayed extends Judgement {
  past: PastRequest;
  /** asks: a person is asked as before · agrees, contradicts: with what the person said · decides: nobody had said anything */
  outcome: "asks" | "agrees" | "contradicts" | "decides";
}

export function replayPolicy(
  past: readonly PastRequest[],
  sources: readonly RuleSource[],
  context: JudgeContext,
): Replayed[] {
  return past.map((one) => {
    const judgement = one.isCut ? cutJudgement : judge(sources, one.request, context);
    return { ...judgement, past: one, outcome: outcomeOf(judgement, one) };
  });
}

const cutJudgement: Judgement = {
  verdict: "ask",
  rule: null,
  source: null,
  why: "only the beginning of the request is at hand",
};

function outcomeOf({ verdict }: Judgement, { answer }: PastRequest): Replayed["outcome"] {
  if (verdict === "ask") return "asks";
  if (answer === null) return "decides";
  return verdict === answer ? "agrees" : "contradicts";
}

/** Fewer times than this may be chance. */
const OFTEN = 3;

/** A narrow rule for each request that was allowed at least three times and never denied, the most frequent first. */
export function proposeFrom(past: readonly PastRequest[], where: Surroundings): Rule[] {
  const groups = new Map<string, { rule: Rule; allowed: Set<string>; sessions: Set<string> }>();
  for (const { request, isCut, answer, session, seq } of past) {
    const rule = answer === "allow" && !isCut ? proposeRule(request, where) : null;
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
    return denied.some(({ request }) => judge(sources, request, { ...where, isHumanTurn: true }).verdict === "allow");
  };
  return [...groups.values()]
    .filter(({ rule, allowed }) => allowed.size >= OFTEN && !wasDenied(rule))
    .sort((a, b) => b.allowed.size - a.allowed.size)
    .map(({ rule, allowed, sessions }) => ({
      ...rule,
      note: `allowed ${allowed.size} times in ${sessions.size} session${sessions.size === 1 ? "" : "s"}, never denied`,
    }));
}
