// What the rules decide about a request: deny beats ask, and ask beats allow, whatever their source and order. If no rule matches, the result is
// ask.
import { allowsCommand } from "./allows-command.ts";
import { type CompiledRule, compileRule } from "./compile-rule.ts";
import { ruleInOneLine } from "./describe-rule.ts";
import { isMove, leadsElsewhere } from "./moves.ts";
import { isInside, isOthersHome, partsBelow, resolvePath } from "./path-pattern.ts";
import type { EvaluationContext, PermissionRequest, Rule, RuleSource, Verdict } from "./rule.ts";
import { catches, mayAllow, mayCatchCommand, mayCatchMore, suspect } from "./rule-applies.ts";
import { holdsIn, placesIn } from "./rule-scope.ts";
import { readScript } from "./shell/read-script.ts";
import type { SimpleCommand } from "./shell/reading.ts";
import { visibleText } from "./visible-text.ts";

export interface Evaluation {
  verdict: Verdict;
  /** The deciding rule; if several allow the parts of a command, the first of them. */
  rule: Rule | null;
  source: string | null;
  /** One sentence for people. */
  why: string;
}

interface Candidate extends CompiledRule {
  readonly source: string;
}

export function evaluateRequest(
  sources: readonly RuleSource[],
  request: PermissionRequest,
  context: EvaluationContext,
): Evaluation {
  const { candidates, problems } = compile(sources);
  const catching = candidates.filter(({ rule }) => rule.effect !== "allow");
  // Finding everything that may run is slow, so it is done at most once.
  const asked = catching.length === 0 ? null : suspect(request, context);
  for (const effect of ["deny", "ask"] as const) {
    const found = asked && catching.find((one) => one.rule.effect === effect && catches(one, asked, context));
    if (found) return decided(effect, [found]);
  }
  if (problems.length > 0)
    return undecided(`No rule allows anything while some rules can't be read. ${problems.join(" ")}`);
  const clouded = asked && catching.find((one) => mayCatchMore(one, asked, context));
  if (clouded) {
    const about = ruleInOneLine(clouded.rule);
    return undecided(`It does not name every file that it may touch, and a rule is about paths: ${about}`);
  }
  const open = asked && catching.find((one) => mayCatchCommand(one, asked));
  if (open) {
    const about = ruleInOneLine(open.rule);
    return undecided(`It does not name the branch and the remote of the push, and a rule is about them: ${about}`);
  }
  if (asked && !asked.isWhole)
    return undecided("It is too long, or nested too deeply, to be checked against every rule that denies or asks.");
  if (context.isPlanning && !onlyReads(request)) return undecided("In mode plan no rule allows changes or commands.");
  if (request.hasMore) return undecided("No rule can cover it: the tool's input has more than rules check.");
  const { cwd } = request;
  const from = resolvePath(cwd ?? context.workspace, context);
  if (cwd !== undefined && (isOthersHome(cwd) || !isInside(from, context)))
    return undecided(`It runs in another directory: ${visibleText(cwd)}`);
  const allowing = candidates.filter((one) => one.rule.effect === "allow" && mayAllow(one, request, context));
  if (request.command !== null) return evaluateCommand(request.command, { allowing, from, context });
  const [first] = allowing;
  if (first) return decided("allow", [first]);
  return undecided(`No rule covers ${visibleText(request.tool ?? request.kind)} here.`);
}

const onlyReads = ({ kind, command }: PermissionRequest): boolean =>
  command === null && ["read", "search", "fetch"].includes(kind);

/** Every simple command needs a rule that covers it. */
function evaluateCommand(
  script: string,
  { allowing, from, context }: { allowing: readonly Candidate[]; from: string; context: EvaluationContext },
): Evaluation {
  const { commands, obstacles } = readScript(script);
  const [obstacle] = obstacles;
  if (obstacle !== undefined) return undecided(`No rule can cover the command: it ${obstacle}.`);
  const places = placesIn({ commands, mayRepeat: /while|until/.test(script) }, from, context);
  const used: Candidate[] = [];
  for (const command of commands) {
    const shown = visibleText(command.words.map(({ text }) => text).join(" "));
    const covering = allowing.filter((one) => covers(one, command, { context, places: places ?? [] }));
    if (covering.length === 0) return undecided(`No rule covers: ${shown}`);
    if (commands.length > 1 && leadsElsewhere(command.words, context))
      return undecided(`It goes to another directory first: ${shown}`);
    // A rule that names a directory allows going there. Some agents stay there, so the next command is asked about again.
    const isNamedMove = (one: Candidate): boolean =>
      commands.length === 1 && isMove(command.words) && isEveryWordNamed(one) && holdsIn(one.places, from, context);
    const isEverywhere = places?.every((place) => covering.some((one) => holdsIn(one.places, place, context)));
    const found = covering.find(isNamedMove) ?? (isEverywhere ? covering[0] : undefined);
    if (!found) return undecided(elsewhere({ shown, places, covering, context }));
    used.push(found);
  }
  return decided("allow", used);
}

const covers = (
  { command, places: held }: Candidate,
  given: SimpleCommand,
  { context, places }: { context: EvaluationContext; places: readonly string[] },
): boolean =>
  command !== null &&
  allowsCommand(command, given, { where: context, places, holds: (place) => holdsIn(held, place, context) });

const isEveryWordNamed = ({ command }: Candidate): boolean =>
  command?.words.every(({ kind }) => kind === "literal") === true;

interface Elsewhere {
  shown: string;
  places: readonly string[] | null;
  covering: readonly Candidate[];
  context: EvaluationContext;
}

function elsewhere({ shown, places, covering, context }: Elsewhere): string {
  const place = places?.find((one) => !covering.some((rule) => holdsIn(rule.places, one, context)));
  const below = place === undefined ? null : partsBelow(place, resolvePath(context.workspace, context));
  const name = below === null ? "another directory" : below.length === 0 ? "the workspace's root" : below.join("/");
  const hint = covering.every(({ rule }) => rule.in === undefined)
    ? " Without `in` a rule holds at the workspace's root."
    : "";
  return `No rule covers this in ${visibleText(name)}: ${shown}.${hint}`;
}

function compile(sources: readonly RuleSource[]): { candidates: Candidate[]; problems: string[] } {
  const candidates: Candidate[] = [];
  const problems: string[] = [];
  for (const { name, rules, problem } of sources) {
    if (problem !== undefined) problems.push(problem);
    for (const rule of rules) {
      const compiled = compileRule(rule);
      if (!("wanted" in compiled)) candidates.push({ ...compiled, source: name });
      // An unreadable allow rule allows nothing; what an unreadable deny or ask rule would have caught is unknown, so it blocks every allow rule.
      else if (rule.effect !== "allow")
        problems.push(`${name}: ${ruleInOneLine(rule)}: ${compiled.key ?? "it"} must be ${compiled.wanted}.`);
    }
  }
  return { candidates, problems };
}

const undecided = (why: string): Evaluation => ({ verdict: "ask", rule: null, source: null, why });

function decided(verdict: Verdict, rules: readonly Candidate[]): Evaluation {
  const [first] = rules;
  const shown = new Set(rules.map(({ rule, source }) => `${ruleInOneLine(rule)} (${source})`));
  return {
    verdict,
    rule: first?.rule ?? null,
    source: first?.source ?? null,
    why: `By rule: ${[...shown].join("; ")}`,
  };
}
