// Decides a command against a state: its events, or a rejection. Pure, so a client could check beforehand; none does yet.
import type { Command, Decision } from "./command.ts";
import type { By } from "./event.ts";
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
import { refuseChanged } from "./lifecycle/shown.ts";
import { decideLimits } from "./limit/decide.ts";
import { decideAnswer } from "./permission/decide.ts";
import { decideEditPrompt, decidePrompt, decideQueue, decideWithdrawPrompt } from "./prompt/decide.ts";
import { reject } from "./rejection.ts";
import { decideSetting } from "./setting/decide.ts";
import type { SessionState } from "./state.ts";
import { decideInterrupt } from "./turn/decide.ts";

export function decide(state: SessionState, command: Command, by: By): Decision {
  if (command.type === "create") return decideCreate(state, command, by);
  if (state.lifecycle.phase === "absent") return reject("session_not_found", "This session does not exist.");
  const { trashed } = state.lifecycle;
  if (trashed && command.type !== "restore" && command.type !== "trash")
    return reject("in_trash", `This session is in the trash until ${trashed.until}; restore it with skein undo.`, {
      until: trashed.until,
    });
  const refusal = "expect" in command ? refuseChanged(state, command.expect) : null;
  if (refusal) return refusal;
  switch (command.type) {
    case "rename":
      return decideRename(state, command, by);
    case "archive":
      return decideArchive(state, command, by);
    case "unarchive":
      return decideUnarchive(state, command, by);
    case "restart":
      return decideRestart(state, command, by);
    case "trash":
      return decideTrash(state, command, by);
    case "restore":
      return decideRestore(state, command, by);
    case "prompt":
      return decidePrompt(state, command, by);
    case "edit_prompt":
      return decideEditPrompt(state, command, by);
    case "withdraw_prompt":
      return decideWithdrawPrompt(state, command, by);
    case "queue":
      return decideQueue(state, command, by);
    case "answer":
      return decideAnswer(state, command, by);
    case "interrupt":
      return decideInterrupt(state, command, by);
    case "stop":
      return decideStop(state, command, by);
    case "select":
      return decideSelect(state, command, by);
    case "acknowledge":
      return decideAcknowledge(state, command, by);
    case "set_limits":
      return decideLimits(state, command, by);
    case "set_mode":
    case "set_model":
      return decideSetting(state, command, by);
    default:
      return command satisfies never;
  }
}
