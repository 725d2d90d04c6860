// What was reported of a call before its question, if the question differs from it or omits it: it is shown too, and no rule allows it.
import { isDeepStrictEqual } from "node:util";
import { callPrint } from "../questions/changed-call.ts";
import { fieldNotes, isFilled, otherFields } from "../tool-calls/input-fields.ts";
import { namedPath } from "../tool-calls/named-path.ts";
import { sidesOf } from "../tool-calls/patch.ts";
import { isLabel, isUsualDirectory } from "../tool-calls/said-command.ts";
import { inputIn } from "./detail.ts";
import type { ToolCall, ToolContent } from "./protocol.ts";
import type { Diff } from "./repeated-fields.ts";
import { isPathField, isText } from "./request.ts";
import type { Call, Scene } from "./state.ts";

export interface Earlier {
  /** Diffs that the question does not repeat. */
  readonly diffs: readonly ToolContent[];
  /** Other fields that it omits or contradicts. */
  readonly fields: readonly [name: string, value: unknown][];
  /** Whether rules would have to check any of it. */
  readonly isMore: boolean;
}

/** `known` is the call before the question. */
export function earlierThan(said: ToolCall, known: Call | undefined, { agent, state }: Scene): Earlier {
  const { rawInput, content = [] } = known?.proposal ?? {};
  const own = said.content?.filter(({ type }) => type === "diff") ?? [];
  const repeated = new Set(own.map(callPrint));
  const diffs = content.filter((one) => !repeated.has(callPrint(one)));
  const isOther = said.kind && known && known.kind !== "other" && said.kind !== known.kind;
  const kind: [string, unknown][] = isOther ? [["kind", known.kind]] : [];
  const shown = [...own, ...diffs].filter((one) => one.type === "diff");
  const fields = isFilled(said.rawInput)
    ? fieldsLeftOut(rawInput, { input: said.rawInput, diffs: shown, cwd: state.cwd })
    : [];
  const left = fields.filter(
    (field) =>
      !isLabel(field) && !isUsualDirectory(field, state.cwd) && agent.quirks?.labels?.includes(field[0]) !== true,
  );
  const isMore = isOther || left.some(([name]) => !isText(name)) || (own.length > 0 && diffs.length > 0);
  return { diffs, fields: [...kind, ...left], isMore: isMore === true };
}

/** Further fields are not distinguished. */
const MAX_FIELDS = 50;

function fieldsLeftOut(
  before: unknown,
  { input, diffs, cwd }: { input: unknown; diffs: readonly Diff[]; cwd: string },
): [string, unknown][] {
  if (!isFilled(before) || isDeepStrictEqual(before, input)) return [];
  const fields = inputIn(before);
  const count = Object.keys(fields).length;
  if (count === 0 || count > MAX_FIELDS) return [["input", before]];
  const now = inputIn(input);
  const texts = diffs.flatMap(({ oldText, newText }) => [oldText ?? "", newText]);
  const shown = [...texts, ...(typeof now.diff === "string" ? sidesOf(now.diff) : [])];
  const isFileOfDiff = (name: string, value: unknown): boolean =>
    diffs.some(({ path }) => isSamePath(name, [path, value], cwd));
  return otherFields(fields, []).filter(([name, value]) => {
    const same = (one: unknown): boolean => isDeepStrictEqual(one, value) || isSamePath(name, [one, value], cwd);
    // A field with the same name must have the same value; otherwise a field of the same kind may contain it.
    const isRepeated = isFilled(now[name])
      ? same(now[name])
      : Object.entries(now).some(([other, one]) => sortOf(other) === sortOf(name) && same(one));
    return !isRepeated && !isFileOfDiff(name, value) && !isSaid(name, value, shown);
  });
}

const sortOf = (name: string): string =>
  isPathField(name) ? "path" : isText(name) ? "text" : /^(cmd|command)$/.test(name) ? "command" : name;

const isSamePath = (name: string, paths: readonly unknown[], cwd: string): boolean => {
  const [one, other] = paths.map((path) => (typeof path === "string" ? namedPath(cwd, path) : null));
  return isPathField(name) && one !== null && one === other;
};

/** Whether a diff contains the text. */
const isSaid = (name: string, value: unknown, shown: readonly string[]): boolean =>
  typeof value === "string" && isText(name) && shown.some((text) => text.includes(value.trim()));

export const earlierNotes = ({ fields }: Earlier): string[] =>
  fieldNotes(fields).map((line) => `said of the call before: ${line}`);
