// What a tool would do, in the words that rules are written in.
import { resolve } from "node:path";
import type { PermissionRequest } from "../../core/index.ts";
import type { ToolInput } from "../tool-title.ts";
import { kindOf } from "./tool.ts";

const kinds = ["execute", "edit", "read", "search", "fetch"] as const;

/** Null when no rule may answer: a command that wants to leave the agent's sandbox is more than its words. */
export function requestOf({
  name,
  input,
  cwd,
}: {
  name: string;
  input: ToolInput;
  cwd: string;
}): PermissionRequest | null {
  if (leavesSandbox(input)) return null;
  const kind = kinds.find((one) => one === kindOf(name)) ?? "other";
  const command = kind === "execute" && typeof input.command === "string" ? input.command : null;
  return { kind, tool: name, command, paths: pathsIn(name, input, kind).map((path) => resolve(cwd, path)) };
}

export const leavesSandbox = (input: ToolInput): boolean => input.dangerouslyDisableSandbox === true;

/** Tools that search do so where they were started, unless they say where. */
function pathsIn(name: string, input: ToolInput, kind: PermissionRequest["kind"]): string[] {
  if (kind === "execute" || kind === "fetch") return [];
  const named = [input.file_path, input.notebook_path, input.path].filter((path) => typeof path === "string");
  return named.length === 0 && ["Glob", "Grep", "LS"].includes(name) ? ["."] : named;
}
