// What the rules say about a request: deny beats ask, ask beats allow, whatever their source and order; nothing said is ask.
import { allowsCommand, leadsElsewhere } from "./allows-command.ts";
import { type CompiledRule, compileRule } from "./compile-rule.ts";
import { ruleInOneLine } from "./describe-rule.ts";
import { isInside, isOthersHome, locate } from "./path-pattern.ts";
import type { JudgeContext, PermissionRequest, Rule, RuleSource, Verdict } from "./rule.ts";
import { catches, mayAllow, mayCatchMore, suspect } from "./rule-applies.ts";
import { readScript } from "./shell/read-script.ts";
import { visibleText } from "./visible-text.ts";

export interface Judgement {
  verdict: Verdict;
  /** The rule that decided; of several that allow the parts of a command, the first. */
  rule: Rule | null;
  source: string | null;
  /** A sentence for people. */
  why: string;
}

interface Candidate extends CompiledRule {
  readonly source: string;
}

export function judge(sources: readonly RuleSource[], request: PermissionRequest, context: JudgeContext): Judgement {
  const { candidates, problems } = compile(sources);
  const catching = candidates.filter(({ rule }) => rule.effect !== "allow");
  // To find everything that may run takes its time.
  const asked = catching.length === 0 ? null : suspect(request);
  for (const effect of ["deny", "ask"] as const) {
    const found = asked && catching.find((one) => one.rule.effect === effect && catches(one, asked, context));
    if (found) return decided(effect, [found]);
  }
  if (problems.length > 0)
    return undecided(`Nothing is allowed by rules while some can't be read. ${problems.join(" ")}`);
  const clouded = asked && catching.find((one) => mayCatchMore(one, asked));
  if (clouded) {
    const about = ruleInOneLine(clouded.rule);
    return undecided(`It does not name every file that it may touch, and there is a rule about paths: ${about}`);
  }
  if (request.hasMore) return undecided("No rule can cover it: the tool was given more than rules look at.");
  const { cwd } = request;
  if (cwd !== undefined && (isOthersHome(cwd) || !isInside(locate(cwd, context), context)))
    return undecided(`It runs in another directory: ${visibleText(cwd)}`);
  const allowing = candidates.filter((one) => one.rule.effect === "allow" && mayAllow(one, request, context));
  if (request.command !== null) return judgeCommand(request.command, { allowing, context });
  const [first] = allowing;
  if (first) return decided("allow", [first]);
  return undecided(`No rule covers ${visibleText(request.tool ?? request.kind)} here.`);
}

/** Every simple command needs a rule that covers it. */
function judgeCommand(
  script: string,
  { allowing, context }: { allowing: readonly Candidate[]; context: JudgeContext },
): Judgement {
  const { commands, obstacles } = readScript(script);
  const [obstacle] = obstacles;
  if (obstacle !== undefined) return undecided(`No rule can cover the command: it ${obstacle}.`);
  const used: Candidate[] = [];
  for (const command of commands) {
    const found = allowing.find((one) => one.command && allowsCommand(one.command, command, context));
    const shown = visibleText(command.words.map(({ text }) => text).join(" "));
    if (!found) return undecided(`No rule covers: ${shown}`);
    if (commands.length > 1 && leadsElsewhere(command.words, context))
      return undecided(`It goes to another directory first: ${shown}`);
    used.push(found);
  }
  return decided("allow", used);
}

function compile(sources: readonly RuleSource[]): { candidates: Candidate[]; problems: string[] } {
  const candidates: Candidate[] = [];
  const problems: string[] = [];
  for (const { name, rules, problem } of sources) {
    if (problem !== undefined) problems.push(problem);
    for (const rule of rules) {
      const compiled = compileRule(rule);
      if (!("wanted" in compiled)) candidates.push({ ...compiled, source: name });
      // An allow rule that nobody understands allows nothing; of the others nobody knows what they would have caught.
      else if (rule.effect !== "allow")
        problems.push(`${name}: ${ruleInOneLine(rule)}: ${compiled.key ?? "it"} must be ${compiled.wanted}.`);
    }
  }
  return { candidates, problems };
}

const undecided = (why: string): Judgement => ({ verdict: "ask", rule: null, source: null, why });

function decided(verdict: Verdict, rules: readonly Candidate[]): Judgement {
  const [first] = rules;
  const shown = new Set(rules.map(({ rule, source }) => `${ruleInOneLine(rule)} (${source})`));
  return {
    verdict,
    rule: first?.rule ?? null,
    source: first?.source ?? null,
    why: `By rule: ${[...shown].join("; ")}`,
  };
}
