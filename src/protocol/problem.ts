// Errors on the wire: RFC 9457 problem documents with stable codes. Branch on `code`, never on text.

/** Every code with its status and title. */
export const problems = {
  invalid_body: { status: 400, title: "The request is not valid" },
  unknown_field: { status: 400, title: "The request has an unknown field" },
  invalid_cursor: { status: 400, title: "The cursor is not valid" },
  id_required: { status: 400, title: "A command needs an id" },
  invalid_path: { status: 400, title: "The path can't be used" },
  invalid_time: { status: 400, title: "The time is not valid" },
  invalid_import: { status: 400, title: "The file can't be imported" },
  form_incomplete: { status: 400, title: "The form is not complete" },
  not_signed_in: { status: 401, title: "This device is not signed in" },
  code_invalid: { status: 403, title: "The code can't be used" },
  wrong_origin: { status: 403, title: "The request comes from another page" },
  not_allowed: { status: 403, title: "A device may not do this" },
  wrong_host: { status: 421, title: "The request is for another address" },
  self_approval: { status: 403, title: "An agent can't answer for people" },
  confirmation_required: { status: 403, title: "A person must confirm this on a terminal" },
  confirmation_not_needed: { status: 409, title: "No confirmation is needed here" },
  option_unknown: { status: 400, title: "No such option" },
  session_not_found: { status: 404, title: "Session not found" },
  prompt_not_found: { status: 404, title: "Prompt not found" },
  permission_not_found: { status: 404, title: "Question not found" },
  blob_not_found: { status: 404, title: "Nothing is stored under this hash" },
  channel_not_found: { status: 404, title: "No such channel" },
  path_not_found: { status: 404, title: "Path not found" },
  route_not_found: { status: 404, title: "No such route" },
  id_reused: { status: 409, title: "The id belongs to another command" },
  ambiguous: { status: 409, title: "Ambiguous session identifier" },
  prompt_exists: { status: 409, title: "The prompt exists already" },
  prompt_delivered: { status: 409, title: "The prompt was delivered already" },
  prompt_withdrawn: { status: 409, title: "The prompt was withdrawn" },
  moved: { status: 409, title: "It has changed in the meantime" },
  not_subscribed: { status: 409, title: "The device gets no push messages" },
  no_rule: { status: 409, title: "No rule can match this" },
  not_steerable: { status: 409, title: "The running turn can't be steered" },
  waits_for_itself: { status: 409, title: "It would wait for itself" },
  environment_unreadable: { status: 409, title: "The session's environment can't be read" },
  session_exists: { status: 409, title: "The session exists already" },
  turn_not_found: { status: 404, title: "No such turn" },
  turn_running: { status: 409, title: "A turn is running" },
  tasks_running: { status: 409, title: "Background tasks are running" },
  not_reachable: { status: 409, title: "Only this machine can reach the page" },
  reach_refused: { status: 422, title: "The page can't be opened there" },
  page_missing: { status: 501, title: "This installation has no page" },
  device_not_found: { status: 404, title: "Device not found" },
  port_taken: { status: 409, title: "The port is taken" },
  not_resumable: { status: 409, title: "The conversation can't be resumed here" },
  name_taken: { status: 409, title: "The name is taken" },
  in_trash: { status: 410, title: "The session is in the trash" },
  turn_not_running: { status: 409, title: "No turn is running" },
  turn_mismatch: { status: 409, title: "Another turn is running" },
  already_answered: { status: 409, title: "It was answered already" },
  stale_permission: { status: 409, title: "The question is no longer open" },
  too_large: { status: 413, title: "The request is too large" },
  unsupported_media: { status: 415, title: "The body must be JSON" },
  agent_unknown: { status: 422, title: "No such agent" },
  command_unknown: { status: 422, title: "The agent has no such command" },
  mode_unsupported: { status: 422, title: "The agent has no such mode" },
  capability_missing: { status: 422, title: "The agent can't do this" },
  config_invalid: { status: 422, title: "The config file can't be used" },
  too_many_requests: { status: 429, title: "Too many requests" },
  budget_used_up: { status: 429, title: "The budget is used up" },
  channel_full: { status: 429, title: "The channel has too many lanes" },
  queue_full: { status: 429, title: "The queue is full" },
  internal: { status: 500, title: "Something went wrong inside Skein" },
  draining: { status: 503, title: "The daemon is shutting down" },
  fenced: { status: 507, title: "The log can't be written" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  retryable: boolean;
  /** Facts for the code: `candidates`, `tried`, `allowed`, `limit`, `by`, `seq` … */
  [fact: string]: unknown;
}

const RETRYABLE: readonly ProblemCode[] = ["draining", "fenced", "too_many_requests"];

export function problem(code: ProblemCode, detail: string, facts: Readonly<Record<string, unknown>> = {}): Problem {
  const { status, title } = problems[code];
  return {
    ...facts,
    type: `urn:skein:error:${code}`,
    title,
    status,
    code,
    detail,
    retryable: RETRYABLE.includes(code),
  };
}
