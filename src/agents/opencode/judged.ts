// What a question is about, in the terms of rules.
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { PermissionRequest } from "../../core/index.ts";
import { isFileUrl } from "../kit/tool-calls/file-url.ts";
import { otherFields } from "../kit/tool-calls/input-fields.ts";
import { namedPath } from "../kit/tool-calls/named-path.ts";
import { otherDirectory } from "../kit/tool-calls/other-directory.ts";
import { namesNoOther } from "../kit/tool-calls/patch.ts";
import { isUnclear, leadsOut } from "../kit/tool-calls/search-pattern.ts";
import { unknownToolRequest } from "../kit/tool-calls/unknown-tool.ts";
import { inputFor } from "./call-input.ts";
import type { EventOf } from "./protocol.ts";
import type { OpencodeState } from "./state.ts";

export type Asked = EventOf<"permission.asked">;

const kinds: Readonly<Record<string, PermissionRequest["kind"]>> = {
  bash: "execute",
  edit: "edit",
  read: "read",
  glob: "search",
  grep: "search",
  list: "search",
  webfetch: "fetch",
  websearch: "fetch",
  codesearch: "fetch",
};

export function requestOf(state: OpencodeState, asked: Asked): PermissionRequest {
  const { permission, metadata } = asked;
  if (!known.includes(permission)) return unknownRequest(state, asked);
  const kind = kindOf(asked);
  const command = kind === "execute" && typeof metadata.command === "string" ? metadata.command : null;
  const { paths, isMore } = filesOf(state, asked);
  const request = { kind, tool: permission, command, paths };
  if (command === null) return isMore ? { ...request, hasMore: true } : request;
  const { cwd, isKnown } = directoryOf(state, asked);
  const hasMore = !isKnown || otherFields(metadata, [...commandFields, "description", "timeout"]).length > 0;
  return { ...request, ...(cwd === null ? {} : { cwd }), ...(hasMore ? { hasMore } : {}) };
}

/** OpenCode's own permissions (1.18.33); every other name is that of another provider's tool. */
const known = [
  ...Object.keys(kinds),
  ...["lsp", "external_directory", "task", "skill", "doom_loop", "todoread", "todowrite", "question"],
];

/** The call contains the tool's input. If the question says something else, rules also check that. */
function unknownRequest(state: OpencodeState, asked: Asked): PermissionRequest {
  const { permission: tool, metadata } = asked;
  const call = inputFor(state, asked);
  const isSaid = Object.entries(metadata).every(([name, value]) => isDeepStrictEqual(call?.[name], value));
  if (call && isSaid) return unknownToolRequest({ tool, input: call, cwd: state.cwd });
  return { ...unknownToolRequest({ tool, input: { call, metadata }, cwd: state.cwd }), hasMore: true };
}

/** The command in the question, and where it would run. */
export const commandFields = ["command", "workdir"];

/** Resources of MCP servers have no paths. */
const isOfServer = ({ permission, patterns }: Asked): boolean =>
  permission === "read" && patterns.some((one) => one.startsWith("mcp:"));

function kindOf(asked: Asked): PermissionRequest["kind"] {
  if (asked.permission === "edit") return changeIn(asked.metadata);
  if (asked.permission === "webfetch" && [asked.metadata.url, ...asked.patterns].some(isFile)) return "read";
  return isOfServer(asked) ? "other" : (kinds[asked.permission] ?? "other");
}

const isFile = (url: unknown): boolean => typeof url === "string" && isFileUrl(url);

const patched = z.object({
  files: z
    .array(z.object({ filePath: z.string(), type: z.string().optional(), movePath: z.string().nullish() }))
    .min(1),
});

/** The files of a patch; none if the question is about one file, or about no change. */
export const patchedFiles = (metadata: Asked["metadata"]): z.infer<typeof patched>["files"] =>
  patched.safeParse(metadata).data?.files ?? [];

const changes: Readonly<Record<string, PermissionRequest["kind"]>> = {
  add: "edit",
  update: "edit",
  delete: "delete",
  move: "move",
};

/** The worst that a patch does: deletes a file, renames one, or only changes lines. Other if unknown. */
export function changeIn(metadata: Asked["metadata"]): PermissionRequest["kind"] {
  const found = patchedFiles(metadata).map(({ type = "update", movePath }) =>
    movePath ? "move" : (changes[type] ?? "other"),
  );
  return (["other", "delete", "move"] as const).find((kind) => found.includes(kind)) ?? "edit";
}

interface Files {
  paths: string[];
  /** There are other paths, or that is unknown. */
  isMore: boolean;
}

/** All of its files: no rule would check an omitted one. */
export function filesOf(state: OpencodeState, asked: Asked): Files {
  const { paths, isMore = false } = namedIn(state, asked);
  return { paths: paths.map((path) => namedPath(state.cwd, path)), isMore };
}

function namedIn(state: OpencodeState, asked: Asked): { paths: string[]; isMore?: boolean } {
  const { permission, patterns, metadata } = asked;
  switch (permission) {
    case "edit": {
      const named = patchedFiles(metadata).flatMap(({ filePath, movePath }) => [
        filePath,
        ...(movePath ? [movePath] : []),
      ]);
      const paths = named.length > 0 ? named : textsIn(metadata.filepath);
      return { paths, isMore: changeIn(metadata) === "other" || !isOnlyAbout(state, asked, paths) };
    }
    case "read": {
      // Its pattern is relative to an unknown directory: outside of a repository that is the root (1.18.33).
      const paths = isOfServer(asked) ? [] : textsIn(inputFor(state, asked)?.filePath);
      return {
        paths,
        isMore:
          paths.length === 0 ||
          !areNamed(
            patterns,
            paths.map((path) => namedPath(state.cwd, path)),
          ),
      };
    }
    case "list":
      return { paths: textsIn(metadata.path), isMore: textsIn(metadata.path).length === 0 };
    case "glob":
    case "grep": {
      const [base = "."] = textsIn(metadata.path);
      const globs = textsIn(permission === "glob" ? (metadata.pattern ?? patterns[0]) : metadata.include);
      return { paths: [base, ...globs.filter(leadsOut)], isMore: globs.some(isUnclear) };
    }
    case "lsp":
      return { paths: textsIn(metadata.filePath) };
    case "external_directory":
      return { paths: patterns.map((one) => one.replace(/\/\*$/, "") || "/") };
    case "webfetch": {
      const urls = [...new Set([...textsIn(metadata.url), ...patterns])];
      return { paths: urls.filter(isFileUrl), isMore: urls.length > 1 || !urls.every(isUsualUrl) };
    }
    default:
      return { paths: [] };
  }
}

const isUsualUrl = (url: string): boolean => /^\s*(https?|file):/i.test(url);

/** Whether a change names no other files than those. */
function isOnlyAbout({ cwd }: OpencodeState, { patterns, metadata }: Asked, said: readonly string[]): boolean {
  const { diff = "", filepath = "", files = [] } = metadata;
  const paths = said.map((path) => namedPath(cwd, path));
  const isPlain = typeof diff === "string" && typeof filepath === "string" && Array.isArray(files);
  if (!isPlain || otherFields(metadata, ["diff", "filepath", "files"]).length > 0) return false;
  // For a patch, the value is a list of its files.
  const names = filepath === "" || paths.includes(namedPath(cwd, filepath)) ? [] : filepath.split(", ");
  return areNamed([...patterns, ...names], paths) && namesNoOther(diff, { cwd, paths });
}

/** Whether each of these names one of the paths. They are relative to an unknown directory. */
const areNamed = (names: readonly string[], paths: readonly string[]): boolean =>
  names.every((name) => {
    const below = `/${name.replace(/^(\.{0,2}\/)+/, "")}`;
    return paths.some((path) => path.endsWith(below));
  });

const textsIn = (value: unknown): string[] => (typeof value === "string" && value !== "" ? [value] : []);

interface Directory {
  /** Null if it is the agent's own directory. */
  cwd: string | null;
  isKnown: boolean;
}

/** The directory of a command, from the question or from the call, which may be unknown. */
export function directoryOf(state: OpencodeState, asked: Asked): Directory {
  const input = inputFor(state, asked);
  const said = asked.metadata.workdir ?? input?.workdir;
  if (typeof said === "string") return { cwd: otherDirectory(state.cwd, said), isKnown: true };
  return { cwd: null, isKnown: input !== null };
}
