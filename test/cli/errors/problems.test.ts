// Every refusal of the daemon, as the command line tells it: how the command ends, and what to do.
import { expect, test } from "vitest";
import { ProblemError } from "../../../src/client/index.ts";
import { type ProblemCode, problem, problems } from "../../../src/protocol/index.ts";
import { reported } from "./reported.ts";

const OTHER_VERSION =
  "the daemon may have another version; stop it, and the next command starts a new one: skein daemon stop";

/** Null where the daemon's own words say what to do. */
const told: Readonly<Record<ProblemCode, readonly [exit: number, fix: string | null]>> = {
  not_signed_in: [4, null],
  not_allowed: [4, null],
  wrong_origin: [4, null],
  wrong_host: [4, null],
  code_invalid: [4, null],
  not_subscribed: [1, null],
  port_taken: [1, null],
  page_missing: [1, null],
  reach_refused: [1, null],
  not_reachable: [
    1,
    "open it to other machines first: skein web --pair --tailscale (if Tailscale runs here), or --host <address> --cert <file> --key <file>, or --behind-proxy https://<name>",
  ],
  too_many_requests: [1, null],
  device_not_found: [3, "list them: skein devices"],
  invalid_body: [2, "correct it, and run the command again"],
  unknown_field: [1, OTHER_VERSION],
  invalid_cursor: [1, OTHER_VERSION],
  id_required: [1, OTHER_VERSION],
  route_not_found: [1, OTHER_VERSION],
  unsupported_media: [1, OTHER_VERSION],
  invalid_path: [3, "name a directory; list sessions: skein sessions"],
  path_not_found: [3, "create it first, or name another one; list sessions: skein sessions"],
  invalid_time: [2, null],
  invalid_import: [1, "give a file that skein export wrote"],
  session_exists: [1, "import it under a new id: add --as-new"],
  session_not_found: [3, "see them all: skein sessions"],
  ambiguous: [3, "use a longer id, or the session's name in its own directory"],
  name_taken: [1, "choose another name, or rename that one first: skein rename <session> <name>"],
  in_trash: [1, "restore it: skein undo"],
  too_large: [1, "put the text into a file in the workspace and tell the agent to read it"],
  blob_not_found: [
    3,
    "its name is in the transcript (skein show <session>); whether the log is whole: skein verify <session>",
  ],
  queue_full: [1, "see the queue: skein queue <session>"],
  channel_not_found: [1, null],
  channel_full: [1, null],
  budget_used_up: [1, null],
  id_reused: [1, "use another --prompt-id: this one belongs to another text or session"],
  prompt_exists: [1, "see where it is: skein show <session>"],
  prompt_not_found: [3, "see the queue: skein queue <session>"],
  prompt_delivered: [1, "it can't be changed any more; send a new prompt, or stop the turn: skein abort <session>"],
  prompt_withdrawn: [1, 'send it again: skein send <session> "…"'],
  environment_unreadable: [1, "give it this shell's environment: skein restart <session>"],
  waits_for_itself: [1, "see what each prompt waits for: skein queue <session>"],
  not_steerable: [1, "omit --else reject to queue it, or send it with --now"],
  moved: [1, "look at it again, and repeat the command if you still want it"],
  turn_not_found: [3, "see the turns: skein show <session>"],
  turn_running: [1, null],
  tasks_running: [1, null],
  turn_not_running: [1, "see the transcript: skein show <session>"],
  turn_mismatch: [1, "look at it again: skein show <session>"],
  form_incomplete: [2, "fill it in: skein answer <session>, or with --set name=value"],
  option_unknown: [2, "see the question: skein inbox"],
  permission_not_found: [3, "see the open questions: skein inbox"],
  already_answered: [10, "see the open questions: skein inbox"],
  stale_permission: [10, "see the open questions: skein inbox"],
  no_rule: [1, "allow it once: skein answer <session>"],
  self_approval: [4, "do it yourself, in a terminal that no agent has started; questions are in: skein inbox"],
  confirmation_required: [
    4,
    "a code in your terminal confirms it: use skein answer <session> for questions (attach and inbox take no code), or run this in a terminal; for the cause see: skein doctor",
  ],
  confirmation_not_needed: [1, "run the command without a code"],
  agent_unknown: [2, "list agents: skein agents"],
  command_unknown: [2, "list its commands: skein show <session> --commands"],
  mode_unsupported: [2, "list its modes: skein set-mode <session>"],
  not_resumable: [1, 'start a new session: skein new "…"'],
  capability_missing: [1, "see what each agent can do: skein agents"],
  config_invalid: [1, "correct the file, and run the command again"],
  draining: [5, "run the command again in a moment"],
  fenced: [
    1,
    "when that is done, see whether it was carried out (skein sessions, skein show <session>), and if not run the command again; a prompt that is sent again with its --prompt-id <id> does nothing twice",
  ],
  internal: [1, "see what happened: skein daemon logs"],
};

test.for(Object.keys(problems) as ProblemCode[])("%s", (code) => {
  const [exit, fix] = told[code];
  expect(reported(new ProblemError(problem(code, "Why it is so.")))).toEqual({
    code: exit,
    text: `error: why it is so\n${fix === null ? "" : `fix: ${fix}\n`}`,
    json: { code, message: "Why it is so.", hint: fix },
  });
});

test("who only looks is not told of commands when the log can't be read", () => {
  const error = new ProblemError(problem("fenced", "Why it is so."), { isOfRead: true });
  expect(reported(error).text).toBe("error: why it is so\nfix: when that is done, run it again\n");
});

test("an error that nobody foresaw is said as it is", () => {
  expect(reported(new Error("out of\u001b[2J luck"))).toMatchObject({
    code: 1,
    text: "error: out of luck\nfix: run it again with --verbose for details\n",
    json: { code: "internal" },
  });
});
