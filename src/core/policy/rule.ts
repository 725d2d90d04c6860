// What an agent requests, and the rules that answer it without a person.

/** What an agent wants to do, as far as its driver can tell. */
export interface PermissionRequest {
  kind: "execute" | "edit" | "delete" | "move" | "read" | "search" | "fetch" | "other";
  /** The agent's own name for the tool. */
  tool: string | null;
  /** The whole command, as the shell would get it. */
  command: string | null;
  paths: readonly string[];
  /** The directory in which a command would run, if it is not the workspace. Absolute, or beginning with `~`. */
  cwd?: string | undefined;
  /** The tool gets more than its paths or command: an allow rule with `paths` or `command` does not cover it; one that only names the tool does. */
  hasOtherInput?: boolean | undefined;
  /** The tool gets more than is listed here. Deny and ask rules check what is listed; no allow rule covers it. */
  hasMore?: boolean | undefined;
}

export const REQUEST_KINDS = ["execute", "edit", "delete", "move", "read", "search", "fetch", "other"] as const;

export type Verdict = "allow" | "deny" | "ask";

/** Every given condition must hold. `docs/policy.md` describes each. */
export interface Rule {
  effect: Verdict;
  kinds?: readonly string[];
  /** The tool's name; `*` stands for any characters. */
  tool?: string;
  /** Shell words: literal, `*` for one word, `**` for any further words. */
  command?: string;
  /** Globs: relative to the workspace, or beginning with / or ~/. */
  paths?: readonly string[];
  /** Where an allowed command may run: globs of directories below the workspace, `.` for its root. Default: only the root. */
  in?: readonly string[];
  /** An allow rule also holds for turns that an agent started. */
  agents?: boolean;
  note?: string;
}

export interface RuleSource {
  /** session · workspace · global */
  name: string;
  rules: readonly Rule[];
  /** Why the rules could not be read. What they would have denied is unknown, so nothing is allowed. */
  problem?: string;
}

/** Where a request comes from. Both paths are absolute. */
export interface PathContext {
  workspace: string;
  /** The directory that `~` means. */
  home: string;
}

export interface EvaluationContext extends PathContext {
  /** Whether a person's prompt began the turn. */
  isHumanTurn: boolean;
  /** Whether people want a plan only, without changes. */
  isPlanning?: boolean;
}
