// What people wish for, in the words of a turn: it holds from then on, so it is said once.
import { asksToLeave, type Permissions, permissionsOf } from "../modes.ts";
import type { AppServerState } from "./state.ts";

/** What has to go with the next turn, and the state that knows that it went. */
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

/** The request that says the wish: as long as it is not taken, what held before may still hold. */
export function awaitTaken(state: AppServerState, old: AppServerState, start: string): AppServerState {
  const { set, model, mayPlan, asksToLeave } = old;
  return { ...state, before: { start, held: { set, model, mayPlan, asksToLeave } } };
}

export const settingAccepted = (state: AppServerState, start: string): AppServerState =>
  state.before?.start === start ? { ...state, before: null } : state;

/** Nothing of it holds: the next words say it again. */
export const settingRefused = (state: AppServerState, start: string): AppServerState =>
  state.before?.start === start ? { ...state, ...state.before.held, before: null } : state;

const permissionParams = ({ workspace }: AppServerState, { approvalPolicy, sandbox }: Permissions): object => ({
  approvalPolicy,
  // The vendor's own reviewer would answer in the person's place.
  approvalsReviewer: "user",
  sandboxPolicy: sandboxPolicies[sandbox](workspace),
});

const sandboxPolicies: Readonly<Record<Permissions["sandbox"], (workspace: AppServerState["workspace"]) => object>> = {
  "read-only": () => ({ type: "readOnly", networkAccess: false }),
  "workspace-write": (workspace) => ({ type: "workspaceWrite", ...workspace }),
  "danger-full-access": () => ({ type: "dangerFullAccess" }),
};

/** It takes precedence over model and effort, so both are said once more as they are. No instructions = Codex's own. */
const collaboration = ({ effort }: AppServerState, { collaboration }: Permissions, model: string | null): object => ({
  mode: collaboration,
  settings: { model: model ?? "", reasoning_effort: effort, developer_instructions: null },
});
