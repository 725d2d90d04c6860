// Answers about what waits for a person, and about the rules that answer in a person's stead.
import type { Attention, OpenPermission } from "../../core/index.ts";

/** A question that waits for a person, or was answered. */
export type PermissionDetail = OpenPermission & {
  session: string;
  name: string | null;
  sessionTitle: string | null;
  agent: string;
  workspace: string | null;
  /** The narrow rule that would answer it from now on, as it would be stored, and where; null when there is none. */
  rule: { text: string; file: string } | null;
};

/** `GET /v1/permissions`: everything that waits for a person over all sessions, oldest first. */
export interface InboxAnswer {
  items: PermissionDetail[];
}

/** `GET /v1/attention`: everything that waits for a person over all sessions, results that nobody has read included; oldest first. */
export interface AttentionList {
  items: Attention[];
}

/** `PUT /v1/focus` */
export interface FocusAnswer {
  state: "held" | "ended";
}

/** `GET /v1/policy?cwd=`: the rules that hold in a directory, and where they are kept. */
export interface PolicyAnswer {
  workspace: { id: string; path: string };
  sources: {
    name: "workspace" | "global";
    file: string;
    /** As the file could say them. */
    rules: string[];
    /** Why the file can't be used: then nothing is allowed by rules. */
    problem: string | null;
  }[];
}

/** `POST /v1/policy/rules` */
export interface AddedRule {
  file: string;
  outcome: "added" | "already there";
}

/** `POST /v1/policy/test` */
export interface PolicyTest {
  items: {
    seq: number;
    request: {
      kind: string;
      tool: string | null;
      command: string | null;
      paths: readonly string[];
      /** Where a command would have run, when that was not the workspace itself. */
      cwd?: string | undefined;
      /** The tool was given more than this: no allow rule covers it. */
      hasMore?: boolean | undefined;
    };
    answer: "allow" | "deny" | null;
    verdict: "allow" | "deny" | "ask";
    outcome: "asks" | "agrees" | "contradicts" | "decides";
    /** Only the beginning of the request is here: whether rules would allow the whole can't be said. */
    isPartial?: boolean;
    rule: string | null;
    source: string | null;
    why: string;
  }[];
  /** Rules for what was always allowed, as a policy file says them. */
  proposals: string[];
  files: { workspace: string; global: string };
  /** Why a file of rules can't be used. */
  problems: string[];
}
