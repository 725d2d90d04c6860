// What an agent asks for, and the rules that answer it without a person.

/** What an agent wants to do, as far as its driver can tell. */
export interface PermissionRequest {
  kind: "execute" | "edit" | "delete" | "move" | "read" | "search" | "fetch" | "other";
  /** The agent's own name for the tool. */
  tool: string | null;
  /** The whole command, as the shell would get it. */
  command: string | null;
  paths: readonly string[];
  /** The directory in which a command would run, where the agent says another one than the workspace. Absolute, or beginning with `~`. */
  cwd?: string | undefined;
  /** There is more to it than its paths or its command say: no allow rule with `paths` or `command` covers it, but one that names the tool alone does. */
  hasOtherInput?: boolean | undefined;
  /** The tool was given more than is said here. Deny and ask rules look at what there is; no allow rule covers it. */
  hasMore?: boolean | undefined;
}

export const REQUEST_KINDS = ["execute", "edit", "delete", "move", "read", "search", "fetch", "other"] as const;

export type Verdict = "allow" | "deny" | "ask";

/** Every condition that is there must hold. `docs/policy.md` says what each means. */
export interface Rule {
  effect: Verdict;
  kinds?: readonly string[];
  /** The tool's name; `*` stands for any characters. */
  tool?: string;
  /** Shell words: literal, `*` for one word, `**` for any further words. */
  command?: string;
  /** Globs: relative to the workspace, or beginning with / or ~/. */
  paths?: readonly string[];
  /** Where an allowed command may run: globs of directories below the workspace, `.` for its root. Without it: only there. */
  in?: readonly string[];
  /** An allow rule also holds for turns that an agent started. */
  agents?: boolean;
  note?: string;
}

export interface RuleSource {
  /** session · workspace · global */
  name: string;
  rules: readonly Rule[];
  /** Why the rules could not be read. Nobody knows what they would have denied, so nothing is allowed. */
  problem?: string;
}

/** Where a request belongs. Both paths are absolute. */
export interface PathContext {
  workspace: string;
  /** What `~` means. */
  home: string;
}

export interface EvaluationContext extends PathContext {
  /** Whether a person's prompt began the turn. */
  isHumanTurn: boolean;
  /** Whether people want a plan, and nothing done. */
  isPlanning?: boolean;
}
