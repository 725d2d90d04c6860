// The rules that answer agents' questions: files in the home, and what people allowed for one session. Read on each use, so that an edit
// applies from the next question on.
import { homedir } from "node:os";
import {
  describeRule,
  MAX_INLINE_BYTES,
  type PermissionRequest,
  proposeRule,
  type Rule,
  type WorkspaceRef,
} from "../../core/index.ts";
import { appendRule, PolicyError, parsePolicy, policyFileOf, readPolicy } from "../../home/policy-file.ts";
import type { Policy } from "../../session/index.ts";

export interface DaemonPolicy extends Policy {
  fileOf(workspaceId: string | null): string;
  /** A narrow rule that would answer this request from now on, and its text as stored; null if there is none. */
  propose(request: PermissionRequest, workspace: WorkspaceRef): { rule: Rule; text: string } | null;
  /** Adds a rule to a workspace's file. Throws a PolicyError if the file can't be read or the rule is invalid. */
  store(workspaceId: string, rule: Rule | string): "added" | "already there";
}

export function openPolicy(home: string): DaemonPolicy {
  const fileOf = (workspaceId: string | null): string => policyFileOf(home, workspaceId);
  return {
    home: homedir(),
    fileOf,
    sourcesFor: (workspaceId) => [readPolicy("workspace", fileOf(workspaceId)), readPolicy("global", fileOf(null))],
    parse(rules) {
      // The texts are from describeRule; a text that can't be parsed any more allows nothing.
      return { name: "session", rules: rules.flatMap((text) => parseQuietly(text)) };
    },
    propose(request, workspace) {
      const rule = proposeRule(request, { workspace: workspace.path, home: homedir() });
      const text = rule ? describeRule(rule) : "";
      // A session's rule is stored in an event, which keeps only the beginning of a longer text.
      return rule && Buffer.byteLength(text) <= MAX_INLINE_BYTES ? { rule, text } : null;
    },
    store(workspaceId, given) {
      const [rule, ...others] = typeof given === "string" ? parsePolicy(given, "The rule") : [given];
      if (!rule || others.length > 0) throw new PolicyError("Give one rule.");
      return appendRule(fileOf(workspaceId), rule);
    },
  };
}

function parseQuietly(text: string): Rule[] {
  try {
    return parsePolicy(text, "session");
  } catch {
    return [];
  }
}
