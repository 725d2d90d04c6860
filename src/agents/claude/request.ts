// What a tool would do, in the terms of rules.
import type { PermissionRequest } from "../../core/index.ts";
import { isFileUrl } from "../kit/tool-calls/file-url.ts";
import { otherFields } from "../kit/tool-calls/input-fields.ts";
import { namedPath } from "../kit/tool-calls/named-path.ts";
import { otherDirectory } from "../kit/tool-calls/other-directory.ts";
import { isUnclear, leadsOut } from "../kit/tool-calls/search-pattern.ts";
import type { ToolInput } from "../kit/tool-calls/tool-title.ts";
import { unknownToolRequest } from "../kit/tool-calls/unknown-tool.ts";
import { isKnownInput } from "./known-input.ts";
import { isOwn, kindOf } from "./tool.ts";

const kinds = ["execute", "edit", "read", "search", "fetch"] as const;

interface Use {
  name: string;
  input: ToolInput;
  /** The workspace. */
  cwd: string;
  /** The directory in which the tool would run; null if unknown. */
  directory: string | null;
}

export function requestOf({ name, input, cwd, directory }: Use): PermissionRequest {
  if (!isOwn(name)) return unknownToolRequest({ tool: name, input, cwd });
  const kind = requestKind(name, input);
  const url = urlIn(name, input);
  const isJudged = isKnownInput(name, input) && (url === null || /^\s*(https?|file):/i.test(url));
  const command = kind === "execute" && typeof input.command === "string" ? input.command : null;
  const other = otherDirectory(cwd, directory ?? cwd);
  const isSomewhere = directory === null && dependsOnDirectory(name, input);
  const isMore = !isJudged || isSomewhere || (command !== null && isMoreThanCommand(name, input));
  return {
    kind,
    tool: name,
    command,
    paths: pathsIn(name, input).map((path) => namedPath(directory ?? cwd, path)),
    ...(command === null || other === null ? {} : { cwd: other }),
    ...(isMore || globsIn(name, input).some(isUnclear) ? { hasMore: true } : {}),
  };
}

function requestKind(name: string, input: ToolInput): PermissionRequest["kind"] {
  const url = urlIn(name, input);
  return url !== null && isFileUrl(url) ? "read" : (kinds.find((one) => one === kindOf(name)) ?? "other");
}

const urlIn = (name: string, { url }: ToolInput): string | null =>
  kindOf(name) === "fetch" && typeof url === "string" ? url : null;

/** Whether the meaning depends on the shell's directory: always for a command, for other tools if they name no absolute path. */
export const dependsOnDirectory = (name: string, input: ToolInput): boolean =>
  requestKind(name, input) === "execute" || (isOwn(name) && pathsIn(name, input).some(isRelative));

const isRelative = (path: string): boolean => !/^\s*[/~]/.test(path) && !isFileUrl(path);

/** They do not affect what runs. */
const labels = ["command", "description", "timeout", "timeout_ms", "run_in_background", "persistent"];

/** A command that wants to leave the agent's sandbox does more than its text says; and rules read it as a POSIX shell would. */
const isMoreThanCommand = (name: string, input: ToolInput): boolean =>
  name === "PowerShell" ||
  otherFields(input, labels).some(([field, value]) => field !== "dangerouslyDisableSandbox" || value !== false);

/** Search tools start in the agent's directory unless they name another one. */
function pathsIn(name: string, input: ToolInput): string[] {
  const kind = requestKind(name, input);
  if (kind === "execute" || kind === "fetch") return [];
  // The pattern itself may lead elsewhere.
  const globs = globsIn(name, input);
  const led = globs.filter(leadsOut);
  // It says which files are read.
  const read = name === "Grep" ? globs.filter((glob) => !leadsOut(glob)) : [];
  const fields = name === "WebFetch" ? [input.url] : [input.file_path, input.notebook_path, input.path];
  const named = fields.filter((path) => typeof path === "string");
  const all = [...named, ...led];
  const begun = all.length === 0 && ["Glob", "Grep", "LS"].includes(name) ? ["."] : all;
  return [...begun, ...read.map((glob) => `${begun[0]}/${glob}`)];
}

function globsIn(name: string, input: ToolInput): string[] {
  const glob = name === "Glob" ? input.pattern : name === "Grep" ? input.glob : undefined;
  return typeof glob === "string" ? [glob] : [];
}
