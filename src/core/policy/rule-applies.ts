// Whether a rule speaks of a request. For allow rules every part of the request must be covered; for deny and ask any part is enough.
import { isMove } from "./allows-command.ts";
import { catchesCommand, type Everything, everyCommand } from "./catches-command.ts";
import type { CompiledRule } from "./compile-rule.ts";
import { isPlainText } from "./lookalikes.ts";
import { looksForFiles } from "./looks-for-files.ts";
import { isLiteral, isOthersHome, locate, matchesPath, type PathPattern, throughLinks } from "./path-pattern.ts";
import { pathsIn } from "./paths-in.ts";
import type { JudgeContext, PermissionRequest, Rule, Surroundings } from "./rule.ts";
import { hasInvisible } from "./visible-text.ts";
import { matchesWildcard } from "./wildcard.ts";

/** For deny and ask rules: a request, and everything that its command may run. */
export interface Suspect {
  readonly request: PermissionRequest;
  readonly everything: Everything;
}

export const suspect = (request: PermissionRequest): Suspect => ({
  request,
  everything: request.command === null ? { commands: [], behind: [] } : everyCommand(request.command),
});

export function catches(
  { rule, command, paths }: CompiledRule,
  { request, everything }: Suspect,
  where: Surroundings,
): boolean {
  if (!isAbout(rule, request)) return false;
  const { commands, behind } = everything;
  if (command && ![...commands, ...behind].some((one) => catchesCommand(command, one))) return false;
  if (!paths) return true;
  // A file may be named in a command, too.
  const named = commands.flatMap(({ words, targets }) => [...words.flatMap(({ text }) => pathsIn(text)), ...targets]);
  const bases = [where, ...(request.cwd === undefined ? [] : [{ ...where, workspace: locate(request.cwd, where) }])];
  const located = [...request.paths, ...named].flatMap((path) => bases.flatMap((base) => placesOf(path, base)));
  return located.some((path) => paths.some((pattern) => matchesPath(path, pattern, { where, isStrict: false })));
}

/** What `..` means behind a link depends on where that leads. */
const placesOf = (path: string, base: Surroundings): string[] => [
  throughLinks(locate(path, base), base),
  ...(path.includes("..") ? [locate(throughLinks(path, base), base)] : []),
];

/** A rule about paths catches the paths that a command names. It can't know those that the shell would find. */
export function mayCatchMore({ rule, paths }: CompiledRule, { request, everything }: Suspect): boolean {
  if (rule.effect === "allow" || !paths || !isAbout(rule, request)) return false;
  return [...everything.commands, ...everything.behind].some(
    ({ words }) => words.some(({ wild }) => wild.length > 0) || isMove(words) || looksForFiles(words),
  );
}

function isAbout({ kinds, tool }: Rule, request: PermissionRequest): boolean {
  const isKind = !kinds || kinds.includes(request.kind) || (request.command !== null && kinds.includes("execute"));
  return isKind && namesTool(tool, request.tool);
}

function namesTool(pattern: string | undefined, tool: string | null): boolean {
  if (pattern === undefined) return true;
  const wild = new Set([...pattern.matchAll(/\*/g)].map(({ index }) => index));
  return tool !== null && matchesWildcard(tool, { text: pattern, wild }, null);
}

/** For allow rules: everything but the command itself, which may need several rules. */
export function mayAllow(
  { rule, command, paths }: CompiledRule,
  request: PermissionRequest,
  context: JudgeContext,
): boolean {
  if (!context.isHumanTurn && rule.agents !== true) return false;
  if (rule.kinds && !rule.kinds.includes(request.kind)) return false;
  if (!namesTool(rule.tool, request.tool)) return false;
  // What runs is said by a command, and nothing else allows one.
  if ((command !== null) !== (request.command !== null)) return false;
  if (request.kind === "execute" && request.command === null) return false;
  if (request.paths.some((path) => path === "" || hasInvisible(path) || isOthersHome(path))) return false;
  const located = request.paths.map((path) => locate(path, context));
  if (paths)
    return (
      located.length > 0 &&
      located.every((path) =>
        paths.some(
          (pattern) =>
            (isPlainText(path) || isLiteral(pattern)) && matchesPath(path, pattern, { where: context, isStrict: true }),
        ),
      )
    );
  if (!located.every(isPlainText)) return false;
  if (command) return true;
  // A rule without paths is about the workspace; and who touches files must say which.
  if (touchesFiles.includes(request.kind) && located.length === 0) return false;
  const mayBeRoot = request.kind === "read" || request.kind === "search";
  return located.every(
    (path) =>
      matchesPath(path, anythingBelow, { where: context, isStrict: true }) ||
      (mayBeRoot && path === locate(context.workspace, context)),
  );
}

const touchesFiles = ["read", "edit", "delete", "move"];
const anythingBelow: PathPattern = { segments: ["**"], base: "workspace" };
