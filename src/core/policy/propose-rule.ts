// The narrowest rule that would have answered a request: exactly its words or paths. "Allow this from now on" stores it.

import { evaluateRequest } from "./evaluate-request.ts";
import { looksLikeOthers } from "./lookalikes.ts";
import { isMove } from "./moves.ts";
import { literalPath, partsBelow, resolvePath } from "./path-pattern.ts";
import { nameOf } from "./program-name.ts";
import { typedAssignment, typedWord } from "./quote-words.ts";
import type { PathContext, PermissionRequest, Rule } from "./rule.ts";
import { runners } from "./runners.ts";
import { readScript } from "./shell/read-script.ts";

/** Null if no rule can match exactly this: several commands, an expansion of the shell, more than rules check, or nothing that can be named. */
export function proposeRule(request: PermissionRequest, where: PathContext): Rule | null {
  if (request.hasMore) return null;
  // The rule would match every tool of an unknown kind.
  if (request.kind === "other" && request.tool === null) return null;
  if ([request.command ?? "", request.cwd ?? "", ...request.paths].some(looksLikeOthers)) return null;
  const what =
    request.command === null ? namePaths(request, where) : nameCommand(request.command, nameDirectory(request, where));
  if (what === null) return null;
  const { kind, tool } = request;
  const about = tool === null ? {} : { tool };
  const rule: Rule = { effect: "allow", kinds: [kind], ...about, ...what };
  // A tool's name may contain a `*`. A rule that would not match exactly this is not offered.
  if (tool?.includes("*")) return null;
  return evaluateRequest([{ name: "proposed", rules: [rule] }], request, { ...where, isHumanTurn: true }).verdict ===
    "allow"
    ? rule
    : null;
}

/**
 * The directory of the question; nothing for the root, where rules hold by default. Directories outside the workspace are refused when the rule is
 * evaluated.
 */
function nameDirectory({ cwd }: PermissionRequest, where: PathContext): Pick<Rule, "in"> {
  const below = cwd === undefined ? null : partsBelow(resolvePath(cwd, where), resolvePath(where.workspace, where));
  return below === null || below.length === 0 ? {} : { in: [literalPath(below.join("/"))] };
}

function nameCommand(script: string, directory: Pick<Rule, "in">): Pick<Rule, "command" | "in"> | null {
  const { commands, obstacles } = readScript(script);
  const [command, ...others] = commands;
  if (obstacles.length > 0 || !command || others.length > 0) return null;
  const { words, assignments } = command;
  // Some agents stay in the directory that a command changed to: later commands would run there unnoticed.
  if (words.some(({ wild }) => wild.length > 0) || isMove(words)) return null;
  // As in sh -c 'echo $x': the words stay the same, but not what they do.
  const [program] = words;
  if (program && runners.has(nameOf(program.text)) && words.some(({ text }) => /[$`]/.test(text))) return null;
  return { command: [...assignments.map(typedAssignment), ...words.map(typedWord)].join(" "), ...directory };
}

/** Nobody reads a rule with more of them. */
const MAX_PATHS = 50;

function namePaths({ kind, paths }: PermissionRequest, where: PathContext): Pick<Rule, "paths"> | null {
  if (paths.length === 0 || paths.length > MAX_PATHS) return null;
  const workspace = resolvePath(where.workspace, where);
  const all = paths.map((path) => resolvePath(path, where));
  // As in a search for `*.ts` below `src`: a rule with `src` would match all files there.
  const isPart = (one: string): boolean => all.some((other) => other !== one && partsBelow(one, other) !== null);
  if (kind === "search" && all.some(isPart)) return null;
  const named = paths.map((path) => {
    const whole = resolvePath(path, where);
    const below = partsBelow(whole, workspace);
    return literalPath(below === null || below.length === 0 ? whole : below.join("/"));
  });
  return { paths: [...new Set(named)] };
}
