// How OpenCode's tools are shown: a kind, a short title, and the files that they access.
import * as z from "zod";
import { textBytes } from "../kit/text-bytes.ts";
import type { TouchedFile } from "../kit/tool-calls/file-fact.ts";
import { describeTools, type ToolInput, type Tools } from "../kit/tool-calls/tool-title.ts";

const tools: Tools = {
  bash: { kind: "execute", verb: "Run", subject: "command" },
  read: { kind: "read", verb: "Read", subject: "filePath" },
  write: { kind: "edit", verb: "Write", subject: "filePath" },
  edit: { kind: "edit", verb: "Edit", subject: "filePath" },
  multiedit: { kind: "edit", verb: "Edit", subject: "filePath" },
  patch: { kind: "edit", verb: "Apply a patch" },
  apply_patch: { kind: "edit", verb: "Apply a patch" },
  glob: { kind: "search", verb: "Find", subject: "pattern" },
  grep: { kind: "search", verb: "Search for", subject: "pattern" },
  list: { kind: "search", verb: "List", subject: "path" },
  lsp: { kind: "search", verb: "Look up", subject: "filePath" },
  codesearch: { kind: "fetch", verb: "Search code for", subject: "query" },
  webfetch: { kind: "fetch", verb: "Fetch", subject: "url" },
  websearch: { kind: "fetch", verb: "Search the web for", subject: "query" },
  task: { kind: "think", verb: "Delegate", subject: "description" },
  skill: { kind: "other", verb: "Use the skill", subject: "name" },
  question: { kind: "other", verb: "Ask you" },
};

/** Not shown as a tool call, because the plan shows it. */
export const isPlan = (name: string): boolean => name === "todowrite" || name === "todoread";

export const { kindOf, titleOf } = describeTools(tools);

const patched = z.object({ files: z.array(z.object({ filePath: z.string() })) });

/** The files that a call has read or written. */
export function filesOf(name: string, { input, metadata }: { input: ToolInput; metadata: ToolInput }): TouchedFile[] {
  if (!["read", "edit"].includes(kindOf(name))) return [];
  const several = patched.safeParse(metadata).data?.files ?? [];
  if (several.length > 0) return several.map(({ filePath }) => ({ path: filePath, bytes: null }));
  if (typeof input.filePath !== "string") return [];
  const bytes = name === "write" && typeof input.content === "string" ? textBytes(input.content) : null;
  return [{ path: input.filePath, bytes }];
}
