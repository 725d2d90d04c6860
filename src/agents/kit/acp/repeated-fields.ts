// Finds the fields of a tool's input that only repeat a diff in the question: its file and its texts. All other fields must be shown.
import { resolve } from "node:path";
import { otherFields } from "../tool-calls/input-fields.ts";
import { namedPath } from "../tool-calls/named-path.ts";
import { namesFiles } from "../tool-calls/patch.ts";
import { inside, type ToolInput } from "../tool-calls/tool-title.ts";
import type { ToolContent } from "./protocol.ts";

export type Diff = Extract<ToolContent, { type: "diff" }>;

interface ShownDiffs {
  readonly diffs: readonly Diff[];
  readonly patch: string | null;
  readonly cwd: string;
}

/** Names of fields that only identify the file, unlike `from`, `target`, `new_path`. */
const fileField = /^((absolute_?)?(file_?)?path|file|file_?name)$/i;
const oldField = /^old_?(str|string|text|content|lines?)?$/i;
const newField = /^(content|text|file_?text|new_?(str|string|text|content|lines?)?)$/i;

/** Their names. */
export function repeatedFields(input: ToolInput, { diffs, patch, cwd }: ShownDiffs): string[] {
  const fields = otherFields(input, []);
  const files = fields.filter(([name]) => fileField.test(name));
  const texts = fields.filter(([name]) => oldField.test(name) || newField.test(name));
  const isFile = (isNamed: (path: string) => boolean): boolean =>
    files.every(([, value]) => typeof value === "string" && isNamed(namedPath(cwd, value)));
  const ofFile = diffs.filter((diff) => isFile((path) => path === namedPath(cwd, diff.path)));
  const areTextsShown = ofFile.some(({ oldText, newText }) =>
    texts.every(([name, value]) => value === (oldField.test(name) ? oldText : newText)),
  );
  const isFileShown = ofFile.length > 0 || (patch !== null && isFile((path) => isHeadedBy(patch, { path, cwd })));
  return [...(isFileShown ? files : []), ...(areTextsShown ? texts : [])].map(([name]) => name);
}

/** Whether the head of a patch names this file, and nothing in the patch may name another one. */
const isHeadedBy = (patch: string, { path, cwd }: { path: string; cwd: string }): boolean =>
  namesFiles(patch, { cwd, paths: [path] }) && filesInHead(patch).some((file) => fileOf(file, cwd) === path);

const headLine = /^($|=+$|(---|\+\+\+|diff|index|Index:|(new|create|deleted) file mode|\*\*\* (Begin|\w+ File:)) )/;

/** After the head, a line such as `+++ x` may be part of the file. */
function filesInHead(patch: string): string[] {
  const lines = patch.split("\n");
  const end = lines.findIndex((line) => !headLine.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .flatMap((line) => /^(?:---|\+\+\+|Index:|\*\*\* \w+ File:) (.+?)(?:\t.*)?$/.exec(line)?.[1] ?? []);
}

/** Some agents write `b/workspace/x` for `/workspace/x`. */
function fileOf(file: string, cwd: string): string {
  const name = file.replace(/^[ab]\//, "");
  const absolute = resolve("/", name);
  return name !== file && inside(cwd, absolute) !== absolute ? absolute : resolve(cwd, name);
}
