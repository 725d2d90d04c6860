// Selects the open questions that `answer --all` applies to.
import type { PermissionDetail } from "../../client/index.ts";
import { evaluateRequest, type Rule, ruleProblem } from "../../core/index.ts";
import { usageFailure } from "../failure.ts";

export interface Filter {
  readonly session?: string | undefined;
  readonly kind?: string | undefined;
  /** A pattern as in a rule. To allow, it must cover the whole command; to deny, one matching part is enough. */
  readonly matching?: string | undefined;
  readonly effect: "allow" | "deny";
  /** The directory that `~` means. */
  readonly home: string;
}

/** Each question is shown with its directory. */
const anywhere = (effect: Filter["effect"]): Pick<Rule, "in"> => (effect === "allow" ? { in: [".", "**"] } : {});

/** The kind is the agent's claim. To allow it, the question may have nothing that the kind does not describe. */
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
      // A form needs an answer of its own.
      !(item.form && effect === "allow"),
  );
}
