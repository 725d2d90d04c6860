// A session's state at one position of its log. Bounded: its size does not grow with the log. Plain JSON.
import { type ArrangementState, initialArrangement } from "./arrangement/state.ts";
import { type BindingState, initialBinding } from "./binding/state.ts";
import { initialLifecycle, type LifecycleState } from "./lifecycle/state.ts";
import { initialLimit, type LimitState } from "./limit/state.ts";
import { initialMessage, type MessageState } from "./message/state.ts";
import { initialPermission, type PermissionState } from "./permission/state.ts";
import { initialPrompt, type PromptState } from "./prompt/state.ts";
import { initialSetting, type SettingState } from "./setting/state.ts";
import { initialTask, type TaskState } from "./task/state.ts";
import { initialToolCall, type ToolCallState } from "./tool-call/state.ts";
import { initialTurn, type TurnState } from "./turn/state.ts";
import { initialUsage, type UsageState } from "./usage/state.ts";

/** Increased when the state's shape changes: a snapshot of another version is ignored, and the log is folded instead. */
export const FOLD_VERSION = 11;

export interface SessionState {
  version: number;
  /** The seq of the newest event in it. */
  head: number;
  lifecycle: LifecycleState;
  prompt: PromptState;
  turn: TurnState;
  message: MessageState;
  toolCall: ToolCallState;
  task: TaskState;
  permission: PermissionState;
  binding: BindingState;
  usage: UsageState;
  setting: SettingState;
  limit: LimitState;
  arrangement: ArrangementState;
}

export const initialState: SessionState = {
  version: FOLD_VERSION,
  head: 0,
  lifecycle: initialLifecycle,
  prompt: initialPrompt,
  turn: initialTurn,
  message: initialMessage,
  toolCall: initialToolCall,
  task: initialTask,
  permission: initialPermission,
  binding: initialBinding,
  usage: initialUsage,
  setting: initialSetting,
  limit: initialLimit,
  arrangement: initialArrangement,
};
