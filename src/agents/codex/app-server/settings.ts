// The requested mode and model in the terms of a turn: they stay in effect, so they are sent once.
import { asksToLeave, type Permissions, permissionsOf } from "../modes.ts";
import type { AppServerState } from "./state.ts";

/** The settings for the next turn, and the state that remembers that they were sent. */
export function settingsForTurn(state: AppServerState): { state: AppServerState; params: object } {
  const { wish, set } = state;
  const isNewModel = wish.model !== null && wish.model !== set.model;
  const model = isNewModel ? (wish.model as string) : state.model;
  const permissions = wish.mode === set.mode ? null : permissionsOf(wish.mode);
  const isPlanning = permissions?.collaboration === "plan";
  const collaborates = permissions !== null && (isPlanning || state.mayPlan);
  const held =
    permissions === null
      ? {}
      : {
          mayPlan: isPlanning,
          asksToLeave: asksToLeave(permissions.approvalPolicy, permissions.sandbox !== "danger-full-access"),
        };
  return {
    state: { ...state, model, set: wish, ...held },
    params: {
      ...(isNewModel ? { model } : {}),
      ...(permissions === null ? {} : permissionParams(state, permissions)),
      ...(collaborates ? { collaborationMode: collaboration(state, permissions, model) } : {}),
    },
  };
}

/** The request that contains the settings: until it is accepted, the previous ones may be in effect. */
export function awaitTaken(state: AppServerState, old: AppServerState, start: string): AppServerState {
  const { set, model, mayPlan, asksToLeave } = old;
  return { ...state, before: { start, held: { set, model, mayPlan, asksToLeave } } };
}

export const settingAccepted = (state: AppServerState, start: string): AppServerState =>
  state.before?.start === start ? { ...state, before: null } : state;

/** None of it is in effect: the next request sends it again. */
export const settingRefused = (state: AppServerState, start: string): AppServerState =>
  state.before?.start === start ? { ...state, ...state.before.held, before: null } : state;

const permissionParams = ({ workspace }: AppServerState, { approvalPolicy, sandbox }: Permissions): object => ({
  approvalPolicy,
  // Otherwise the vendor's own reviewer would answer for the person.
  approvalsReviewer: "user",
  sandboxPolicy: sandboxPolicies[sandbox](workspace),
});

const sandboxPolicies: Readonly<Record<Permissions["sandbox"], (workspace: AppServerState["workspace"]) => object>> = {
  "read-only": () => ({ type: "readOnly", networkAccess: false }),
  "workspace-write": (workspace) => ({ type: "workspaceWrite", ...workspace }),
  "danger-full-access": () => ({ type: "dangerFullAccess" }),
};

/** It overrides model and effort, so both are repeated unchanged. No instructions = Codex's own. */
const collaboration = ({ effort }: AppServerState, { collaboration }: Permissions, model: string | null): object => ({
  mode: collaboration,
  settings: { model: model ?? "", reasoning_effort: effort, developer_instructions: null },
});
