// A refusal of a command: a value with a stable code, one sentence for people, and facts for programs.

export type RejectionCode =
  | "agent_unknown"
  | "already_answered"
  | "capability_missing"
  | "budget_used_up"
  | "command_unknown"
  | "confirmation_required"
  | "form_incomplete"
  | "in_trash"
  | "invalid_time"
  | "self_approval"
  | "mode_unsupported"
  | "moved"
  | "name_taken"
  | "not_resumable"
  | "not_steerable"
  | "prompt_delivered"
  | "prompt_not_found"
  | "prompt_withdrawn"
  | "waits_for_itself"
  | "permission_not_found"
  | "queue_full"
  | "session_exists"
  | "session_not_found"
  | "stale_permission"
  | "option_unknown"
  | "tasks_running"
  | "turn_mismatch"
  | "turn_not_found"
  | "turn_not_running"
  | "turn_running"
  | "prompt_exists";

export interface Rejection {
  readonly code: RejectionCode;
  readonly detail: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

export interface Refused {
  readonly rejection: Rejection;
}

export const reject = (code: RejectionCode, detail: string, facts: Record<string, unknown> = {}): Refused => ({
  rejection: { code, detail, facts },
});
