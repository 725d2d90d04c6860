// Opens a conversation: initialize → check of the login → the user's settings → a new, resumed or forked conversation. If a conversation can't
// be resumed, that is reported; it is never replaced by a new one.
import { VERSION } from "../../../home/index.ts";
import type { Reaction } from "../../driver.ts";
import { updateHint } from "../../kit/failure.ts";
import { type RpcError, rpcNotification } from "../../kit/json-rpc.ts";
import { INSTALL, LOGIN, resumeFailure } from "../failure.ts";
import { asksToLeave } from "../modes.ts";
import { account, config, opened } from "./protocol.ts";
import { type AppServerState, type Ask, asking, nothing, said } from "./state.ts";

/** Experimental methods are needed to end background commands. */
const capabilities = { experimentalApi: true, requestAttestation: false };

export function initialize(state: AppServerState): Reaction<AppServerState> {
  const clientInfo = { name: "skein", title: "Skein", version: VERSION };
  return ask(state, "initialize", { clientInfo, capabilities });
}

/** The next step after a response; `result` is null if the step was refused. */
export function goOnOpening(state: AppServerState, about: Ask, result: unknown): Reaction<AppServerState> {
  if (state.phase !== "opening") return nothing(state);
  switch (about) {
    case "initialize": {
      const next = ask(state, "account/read", { refreshToken: false });
      return { ...next, writes: [rpcNotification({ method: "initialized", params: {} }), ...next.writes] };
    }
    case "account/read": {
      const who = account.safeParse(result).data;
      if (who?.requiresOpenaiAuth && !who.account)
        return failed(state, { code: "not_logged_in", message: "Codex is not logged in.", hint: LOGIN });
      return ask(state, "config/read", { includeLayers: false, cwd: state.cwd });
    }
    case "config/read":
      return openThread({ ...state, workspace: workspaceIn(result) });
    case "thread/start":
    case "thread/resume":
    case "thread/fork":
      return becomeReady(state, result);
    default:
      return nothing(state);
  }
}

/** In the terms of a turn's settings; Codex's default applies to what is not set. */
function workspaceIn(result: unknown): AppServerState["workspace"] {
  const own = config.safeParse(result).data?.config.sandbox_workspace_write;
  return {
    writableRoots: own?.writable_roots ?? [],
    networkAccess: own?.network_access ?? false,
    excludeTmpdirEnvVar: own?.exclude_tmpdir_env_var ?? false,
    excludeSlashTmp: own?.exclude_slash_tmp ?? false,
  };
}

function openThread(state: AppServerState): Reaction<AppServerState> {
  const { cwd, resumes, fork, wish } = state;
  const common = { cwd, ...(wish.model === null ? {} : { model: wish.model }) };
  const begun = { ...state, set: { ...state.set, model: wish.model } };
  if (resumes === null) return ask(begun, "thread/start", common);
  const known = { threadId: resumes, ...common, excludeTurns: true };
  return fork === null
    ? ask(begun, "thread/resume", known)
    : ask(begun, "thread/fork", { ...known, ...branchAt(fork) });
}

/** Forks at a turn, whatever the source has said since: the first process of a fork may start much later. */
function branchAt({ mark, nextMark }: NonNullable<AppServerState["fork"]>): object {
  if (mark !== null) return { lastTurnId: mark };
  return nextMark === null ? {} : { beforeTurnId: nextMark };
}

function becomeReady(state: AppServerState, result: unknown): Reaction<AppServerState> {
  const known = opened.safeParse(result).data;
  if (!known) {
    const message = "Codex opened a conversation that Skein can't read.";
    return failed(state, { code: "start_failed", message, hint: "update it: npm install -g @openai/codex" });
  }
  const { thread, model, reasoningEffort, approvalPolicy, sandbox } = known;
  const next = {
    ...{ ...state, phase: "ready" as const, thread: thread.id, model, effort: reasoningEffort ?? null },
    mayPlan: state.resumes !== null,
    asksToLeave: asksToLeave(approvalPolicy, sandbox?.type !== "dangerFullAccess"),
  };
  return said(next, [{ type: "bound", nativeId: thread.id, provenance: "reported", model }]);
}

/** Codex refused one of the steps. */
export function openingRefused(state: AppServerState, about: Ask, { message }: RpcError): Reaction<AppServerState> {
  if (state.phase !== "opening") return nothing(state);
  switch (about) {
    // Older versions may not know these; what they report becomes known later.
    case "account/read":
    case "config/read":
      return goOnOpening(state, about, null);
    case "thread/resume":
    case "thread/fork":
      return said({ ...state, phase: "failed" }, [resumeFailure(state.resumes ?? "", message)]);
    default:
      return failed(state, {
        code: "start_failed",
        message: `Codex refused to start: ${message.slice(0, 500)}`,
        hint: updateHint(INSTALL),
      });
  }
}

const failed = (
  state: AppServerState,
  data: { code: string; message: string; hint: string },
): Reaction<AppServerState> => said({ ...state, phase: "failed" }, [{ type: "error", data }]);

function ask(state: AppServerState, method: Ask, params: object): Reaction<AppServerState> {
  const { state: next, line } = asking(state, method, params);
  return { state: next, facts: [], writes: [line] };
}
