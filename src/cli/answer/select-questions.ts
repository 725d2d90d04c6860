// Which of the questions that wait are meant by `answer --all`.
import type { PermissionDetail } from "../../client/index.ts";
import { evaluateRequest, type Rule, ruleProblem } from "../../core/index.ts";
import { usageFailure } from "../failure.ts";

export interface Filter {
  readonly session?: string | undefined;
  readonly kind?: string | undefined;
  /** Words as in a rule. To allow, all of a command must be covered; to deny, a part of it that fits is enough. */
  readonly matching?: string | undefined;
  readonly effect: "allow" | "deny";
  /** What `~` means. */
  readonly home: string;
}

/** Each question is shown with its directory. */
const anywhere = (effect: Filter["effect"]): Pick<Rule, "in"> => (effect === "allow" ? { in: [".", "**"] } : {});

/** The agent says what kind it is. To allow it, nothing may come with it that the kind does not say. */
function isOfKind({ request }: PermissionDetail, kind: string, effect: Filter["effect"]): boolean {
  if (request?.kind !== kind) return false;
  return effect === "deny" || (!request.hasMore && (request.command === null || kind === "execute"));
}

export function selectQuestions(items: readonly PermissionDetail[], filter: Filter): PermissionDetail[] {
  const { session, kind, matching, effect, home } = filter;
  const rule: Rule | null =
    matching === undefined ? null : { effect, command: matching, agents: true, ...anywhere(effect) };
  const problem = rule ? ruleProblem(rule) : null;
  if (problem) throw usageFailure(`--matching can't be "${matching}"`, `it must be ${problem.wanted}`);
  const kindProblem = kind === undefined ? null : ruleProblem({ effect: "deny", kinds: [kind] });
  if (kindProblem)
    throw usageFailure(
      `--kind can't be "${kind}"`,
      `it must be one of ${kindProblem.wanted.replace("a list of: ", "")}`,
    );
  const fits = ({ request, workspace }: PermissionDetail): boolean => {
    if (!rule) return true;
    if (!request || request.command === null || workspace === null) return false;
    return (
      evaluateRequest([{ name: "matching", rules: [rule] }], request, { workspace, home, isHumanTurn: true })
        .verdict === effect
    );
  };
  return items.filter(
    (item) =>
      (session === undefined || item.session === session) &&
      (kind === undefined || isOfKind(item, kind, effect)) &&
      fits(item) &&
      // What it wants to know, nobody can say for all of them.
      !(item.form && effect === "allow"),
  );
}
