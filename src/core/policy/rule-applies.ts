// Whether a rule applies to a request. An allow rule must cover every part of it; a deny or ask rule needs to match only one.

import { catchesCommand } from "./catches-command.ts";
import { changedBy } from "./changes-files.ts";
import type { CompiledRule } from "./compile-rule.ts";
import { type Everything, everyCommand } from "./every-command.ts";
import { isPlainText } from "./lookalikes.ts";
import { looksForFiles, type Sought } from "./looks-for-files.ts";
import { isMove } from "./moves.ts";
import {
  belowCatcherOf,
  catcherOf,
  coversPath,
  foldedParts,
  isHidden,
  isLiteral,
  isOthersHome,
  MAX_PATH,
  type PathPattern,
  resolvePath,
  throughLinks,
} from "./path-pattern.ts";
import { pathsIn } from "./paths-in.ts";
import { nameOf } from "./program-name.ts";
import type { EvaluationContext, PathContext, PermissionRequest, Rule } from "./rule.ts";
import type { Word } from "./shell/reading.ts";
import { hasInvisible } from "./visible-text.ts";
import { matchesWildcard } from "./wildcard.ts";

/** For deny and ask rules: a request, and everything that its command may run. */
export interface Suspect {
  readonly request: PermissionRequest;
  readonly everything: Everything;
  /** Every path that it may touch: its own, and those that words of its command may name. */
  readonly paths: readonly string[];
  /** The directories that relative paths may start from, as absolute paths. */
  readonly places: readonly string[];
  readonly placeParts: readonly (readonly string[])[];
  /** Nothing was skipped because of a limit. */
  readonly isWhole: boolean;
  /** Which files its command may touch without naming them. */
  readonly sought: Sought | null;
  /** Absolute paths of directories whose whole content is touched, too. */
  readonly topParts: readonly (readonly string[])[];
}

/** More paths than this in a command are not compared with rules. */
const MAX_NAMED = 4096;

const nothing: Everything = {
  commands: [],
  examined: [],
  possible: [],
  isWhole: true,
  charactersRead: 0,
  wordsMade: 0,
};

export function suspect(request: PermissionRequest, where: PathContext): Suspect {
  const everything = request.command === null ? nothing : everyCommand(request.command);
  // A command may name a file, too.
  const words = new Set(everything.commands.flatMap((command) => command.words.map(({ text }) => text)));
  const targets = everything.commands.flatMap((command) => command.targets);
  const named = new Set([...targets, ...[...words].flatMap(pathsIn)]);
  const bases = [
    where,
    ...(request.cwd === undefined ? [] : [{ ...where, workspace: resolvePath(request.cwd, where) }]),
  ];
  const paths = [...new Set([...request.paths, ...[...named].slice(0, MAX_NAMED)])];
  const placesFor = (some: readonly string[]): string[] => [
    ...new Set(some.flatMap((path) => bases.flatMap((base) => placesOf(path, base)))),
  ];
  const places = placesFor(paths);
  return {
    request,
    everything,
    paths,
    places,
    placeParts: places.map(foldedParts),
    isWhole: everything.isWhole && named.size <= MAX_NAMED,
    sought: soughtBy(everything),
    topParts: placesFor([...(takesWhole.includes(request.kind) ? request.paths : []), ...topsOf(everything)])
      // Longer paths are asked about.
      .filter((place) => place.length <= MAX_PATH)
      .map(foldedParts),
  };
}

/** Deleting, moving or searching a directory touches everything in it; what other tools do is unknown. */
const takesWhole = ["search", "delete", "move", "other"];

/** The directories that a command may change with all their content. */
const topsOf = ({ examined }: Everything): string[] => {
  const words = examined.map((one) => changedBy(one.words)).flatMap((one) => (one.reach === "below" ? one.words : []));
  return [...new Set([...new Set(words)].flatMap(pathsIn))].slice(0, 2 * MAX_NAMED);
};

function soughtBy({ examined }: Everything): Sought | null {
  const all = new Set(
    examined.map(({ words }) =>
      words.some(isPattern) || isMove(words) || changedBy(words).reach === "anywhere" ? "all" : looksForFiles(words),
    ),
  );
  return all.has("all") ? "all" : all.has("visible") ? "visible" : null;
}

/** Git knows a ^ behind a name, and no other program does. */
const isPattern = ({ wild, hasCaret }: Word, _: number, [program]: readonly Word[]): boolean =>
  wild.length > 0 || (hasCaret && nameOf(program?.text ?? "") !== "git");

export function catches(
  { rule, command, caught, paths }: CompiledRule,
  { request, everything, placeParts }: Suspect,
  where: PathContext,
): boolean {
  if (!isAbout(rule, request)) return false;
  if (command && !catchesAny(caught, everything.examined)) return false;
  if (!paths) return true;
  return paths.some((pattern) => placeParts.some(catcherOf(pattern, where)));
}

const catchesAny = (caught: CompiledRule["caught"], commands: Everything["examined"]): boolean =>
  commands.some((one) => caught.some((pattern) => catchesCommand(pattern, one)));

/** Whether a rule may match a command of which only the program knows every word. */
export const mayCatchCommand = ({ rule, caught }: CompiledRule, { request, everything }: Suspect): boolean =>
  isAbout(rule, request) && catchesAny(caught, everything.possible);

/** The meaning of `..` after a link depends on the link's target. */
const placesOf = (path: string, base: PathContext): string[] => [
  throughLinks(resolvePath(path, base), base),
  ...(path.includes("..") ? [resolvePath(throughLinks(path, base), base)] : []),
];

/** A rule about paths catches the named paths. It can't know those that a shell, a program or a link would find. */
export function mayCatchMore(
  { rule, paths: denied }: CompiledRule,
  { request, sought, topParts, paths, places }: Suspect,
  where: PathContext,
): boolean {
  if (rule.effect === "allow" || !denied || !isAbout(rule, request)) return false;
  if (places.some((place) => place.length > MAX_PATH) || paths.some((path) => dependsOnLinks(path, where))) return true;
  if (denied.some((pattern) => mayBeBelow(pattern, { request, topParts }, where))) return true;
  return sought === "all" || (sought === "visible" && denied.some((pattern) => !isHidden(pattern)));
}

function mayBeBelow(
  pattern: PathPattern,
  { request, topParts }: Pick<Suspect, "request" | "topParts">,
  where: PathContext,
): boolean {
  // `a.ts` is a file, unless a rule says what is below it: `**` is below everything. A search names the directory where it begins.
  const areFiles = request.kind !== "search" && pattern.segments[0] === "**";
  const isBelow = belowCatcherOf(pattern, where);
  return topParts.some((parts) => !(areFiles && /.\.[^.]+$/.test(parts.at(-1) ?? "")) && isBelow(parts));
}

/** Outside of the workspace `..` after a name follows the system's links: /dev/fd/../cwd. */
function dependsOnLinks(path: string, where: PathContext): boolean {
  if (!/^[/~]/.test(path) || path.startsWith(`${where.workspace}/`)) return false;
  const parts = path.split("/");
  const named = parts.findIndex((part) => !["", ".", ".."].includes(part));
  return named !== -1 && parts.includes("..", named);
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

/** For allow rules: everything except the command itself, which may need several rules. */
export function mayAllow(
  { rule, command, paths }: CompiledRule,
  request: PermissionRequest,
  context: EvaluationContext,
): boolean {
  if (!context.isHumanTurn && rule.agents !== true) return false;
  if (rule.kinds && !rule.kinds.includes(request.kind)) return false;
  if (!namesTool(rule.tool, request.tool)) return false;
  // What runs is described by a command, and only a rule with `command` allows one.
  if ((command !== null) !== (request.command !== null)) return false;
  if (request.kind === "execute" && request.command === null) return false;
  // Where, or on which machine, an unknown tool would run it is unknown, so the rule must name the tool.
  if (request.kind === "other" && command && rule.tool === undefined) return false;
  if ((paths || command) && request.hasOtherInput) return false;
  if (request.paths.some((path) => path === "" || hasInvisible(path) || isOthersHome(path))) return false;
  const located = request.paths.map((path) => resolvePath(path, context));
  if (paths)
    return (
      located.length > 0 &&
      located.every((path) =>
        paths.some((pattern) => (isPlainText(path) || isLiteral(pattern)) && coversPath(path, pattern, context)),
      )
    );
  if (!located.every(isPlainText)) return false;
  if (command) return true;
  // A rule without paths holds inside the workspace, and a rule for tools that touch files must name paths.
  if (touchesFiles.includes(request.kind) && located.length === 0) return false;
  const mayBeRoot = request.kind === "read" || request.kind === "search";
  return located.every(
    (path) =>
      coversPath(path, anythingBelow, context) || (mayBeRoot && path === resolvePath(context.workspace, context)),
  );
}

const touchesFiles = ["read", "edit", "delete", "move"];
const anythingBelow: PathPattern = { segments: ["**"], base: "workspace" };
