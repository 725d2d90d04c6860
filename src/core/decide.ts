// Decides a command against a state: its events, or a rejection. Pure: a client asks the same code what would be refused (`client/session-view`).
import { decideArrange } from "./arrangement/decide.ts";
import { type Caller, refuseCaller } from "./caller.ts";
import type { Command, Decision } from "./command.ts";
import type { DecisionContext } from "./decision-context.ts";
import { whatIsForPeople } from "./for-people.ts";
import {
  decideAcknowledge,
  decideArchive,
  decideCreate,
  decideRename,
  decideRestart,
  decideRestore,
  decideSelect,
  decideStop,
  decideTrash,
  decideUnarchive,
} from "./lifecycle/decide.ts";
import { refuseChanged } from "./lifecycle/refuse-changed.ts";
import { decideLimits } from "./limit/decide.ts";
import { whyOnlyRead } from "./only-read.ts";
import { decideAnswer } from "./permission/decide.ts";
import { decidePrompt } from "./prompt/decide.ts";
import { decideEditPrompt, decideQueue, decideWithdrawPrompt } from "./prompt/decide-waiting.ts";
import { takesPerson } from "./prompt/hold.ts";
import { type Refused, reject } from "./rejection.ts";
import { decideSetting } from "./setting/decide.ts";
import type { SessionState } from "./state.ts";
import { decideInterrupt } from "./turn/decide.ts";

export function decide(state: SessionState, command: Command, context: DecisionContext): Decision {
  const { caller } = context;
  const what = whatIsForPeople(command);
  const refusal = (what === null ? null : refuseCaller(caller, what)) ?? refuseState(state, command);
  if (refusal) return refusal;
  switch (command.type) {
    case "create":
      return decideCreate(state, command, context);
    case "rename":
      return decideRename(state, command, context);
    case "archive":
      return decideArchive(state, command, context);
    case "unarchive":
      return decideUnarchive(state, command, context);
    case "restart":
      return decideRestart(state, command, context);
    case "trash":
      return decideTrash(state, command, context);
    case "restore":
      return decideRestore(state, command, context);
    case "prompt":
      return decidePrompt(state, command, context);
    case "edit_prompt":
      return decideEditPrompt(state, command, context);
    case "withdraw_prompt":
      return decideWithdrawPrompt(state, command, context);
    case "queue":
      return decideQueue(state, command, context);
    case "answer":
      return decideAnswer(state, command, context);
    case "interrupt":
      return decideInterrupt(state, command, context);
    case "stop":
      return decideStop(state, command, context);
    case "select":
      return decideSelect(state, command, context);
    case "acknowledge":
      return decideAcknowledge(state, command, context);
    case "arrange":
      return decideArrange(state, command, context);
    case "set_limits":
      return decideLimits(state, command, context);
    case "set_mode":
    case "set_model":
      return decideSetting(state, command, context);
    default:
      return command satisfies never;
  }
}

function refuseState(state: SessionState, command: Command): Refused | null {
  if (command.type === "create") return null;
  const { phase, trashed } = state.lifecycle;
  if (phase === "absent") return reject("session_not_found", "This session does not exist.");
  if (trashed && command.type !== "restore" && command.type !== "trash") {
    const { until } = trashed;
    return reject("in_trash", `This session is in the trash until ${until}; restore it with skein undo.`, { until });
  }
  const whyOnly = command.type === "prompt" ? whyOnlyRead(state) : null;
  if (whyOnly !== null)
    return reject(
      "not_resumable",
      `The agent can't resume this conversation (${whyOnly}), so the session is only for reading.`,
    );
  return "expect" in command ? refuseChanged(state, command.expect) : null;
}

/** Whether the decision can depend on who calls. */
export const dependsOnCaller = (command: Command): boolean =>
  command.type === "prompt" || whatIsForPeople(command) !== null;

/** Whether the decision depends on the caller being a person, given the state. */
export const dependsOnPerson = (state: SessionState, command: Command, caller: Caller): boolean =>
  whatIsForPeople(command) !== null || (command.type === "prompt" && takesPerson(state, command, caller));
