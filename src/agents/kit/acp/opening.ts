// Opens a conversation: initialize → session/new, session/resume or session/load → the requested settings → ready. If a conversation can't be
// resumed, that is reported; it is never replaced by a new one.
import { VERSION } from "../../../home/index.ts";
import type { Reaction } from "../../driver.ts";
import { newSessionHint, updateHint } from "../failure.ts";
import type { RpcError } from "../json-rpc.ts";
import { explainError } from "./explain-error.ts";
import { AUTH_REQUIRED, initialized, openedSession, PROTOCOL_VERSION } from "./protocol.ts";
import { isSettling, knowOpened, modeIn, settingRequests } from "./settings.ts";
import { type AcpState, type Pending, request, type Scene } from "./state.ts";

const MAX_LOGIN = 300;

/** Skein offers neither files nor terminals: the agent uses the real ones. */
const clientCapabilities = {
  fs: { readTextFile: false, writeTextFile: false },
  terminal: false,
  session: { notices: {}, compaction: {} },
  elicitation: { form: {} },
};

export function initialize(state: AcpState): Reaction<AcpState> {
  const params = {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "skein", title: "Skein", version: VERSION },
    clientCapabilities,
  };
  const asked = request(state, { about: { for: "initialize" }, method: "initialize", params });
  return { state: asked.state, facts: [], writes: [asked.line] };
}

/** The agent has answered `initialize`. */
export function openSession({ agent, state }: Scene, result: unknown): Reaction<AcpState> {
  const said = initialized.safeParse(result).data;
  if (said?.protocolVersion !== PROTOCOL_VERSION) {
    const version = said ? `protocol version ${said.protocolVersion}` : "a protocol that Skein can't read";
    const message = `${agent.title} speaks ${version}; Skein speaks version ${PROTOCOL_VERSION}.`;
    return failed(state, { message, hint: `update it: ${agent.install}` });
  }
  const { command, args = [] } = said.authMethods?.flatMap(({ _meta }) => _meta?.["terminal-auth"] ?? [])[0] ?? {};
  const login = command === undefined ? null : [command, ...args].join(" ").slice(0, MAX_LOGIN);
  const inPrompts = said.agentCapabilities?.promptCapabilities;
  const takes = { images: inPrompts?.image ?? false, texts: inPrompts?.embeddedContext ?? false };
  const open = { ...state, login, takes };
  const where = { cwd: state.cwd, mcpServers: [] };
  if (state.resumes === null) return begin(open, { about: "new", params: where });
  const params = { sessionId: state.resumes, ...where };
  const capabilities = said.agentCapabilities;
  if (capabilities?.sessionCapabilities?.resume) return begin(open, { about: "resume", params });
  if (capabilities?.loadSession) return begin(open, { about: "load", params });
  const message = `${agent.title} can't resume an earlier conversation.`;
  return resumeFailed({ agent, state }, message);
}

function begin(
  state: AcpState,
  { about, params }: { about: "new" | "load" | "resume"; params: object },
): Reaction<AcpState> {
  const asked = request(state, { about: { for: about }, method: `session/${about}`, params });
  return { state: asked.state, facts: [], writes: [asked.line] };
}

/** The conversation is open; `about` says how. */
export function settle(
  { agent, state }: Scene,
  { about, result }: { about: Pending; result: unknown },
): Reaction<AcpState> {
  const said = openedSession.safeParse(result ?? {}).data ?? { configOptions: undefined };
  const session = said.sessionId ?? state.resumes;
  if (!session) {
    return failed(state, {
      message: `${agent.title} opened a conversation without an id.`,
      hint: "send the prompt again",
    });
  }
  const open = knowOpened({ agent, state: { ...state, session, phase: "settling" } }, said);
  const requests = settingRequests({ agent, state: open });
  if (requests.writes.length > 0) return { ...requests, facts: [] };
  if (about.for === "load" && agent.quirks?.repeatsAfterLoad && open.known.mode !== null) {
    const params = { sessionId: session, modeId: open.known.mode };
    const asked = request(open, { about: { for: "barrier" }, method: "session/set_mode", params });
    return { state: asked.state, facts: [], writes: [asked.line] };
  }
  return becomeReady({ agent, state: open });
}

/** All requested settings are confirmed. */
export function becomeReady({ agent, state }: Scene): Reaction<AcpState> {
  if (state.phase !== "settling" || isSettling(state)) return { state, facts: [], writes: [] };
  const { known } = state;
  const told = { mode: modeIn(agent, known), model: known.model };
  return {
    state: { ...state, phase: "ready", told },
    facts: [
      {
        type: "bound",
        nativeId: state.session ?? "",
        provenance: "reported",
        ...(known.model === null ? {} : { model: known.model }),
      },
      // Other modes are part of the agent's setup and not worth an event; but rules must know of plan mode.
      ...(told.mode === "plan" && state.wish.mode !== "plan"
        ? [{ type: "mode_changed" as const, data: { mode: told.mode } }]
        : []),
    ],
    writes: [],
  };
}

/** The agent refused one of the opening steps. */
export function openingRefused(
  { agent, state }: Scene,
  { about, error }: { about: Pending; error: RpcError },
): Reaction<AcpState> {
  const why = explainError(error);
  if (error.code === AUTH_REQUIRED) return notLoggedIn({ agent, state }, why);
  switch (about.for) {
    case "load":
    case "resume": {
      // The following sentences are about the agent's own commands.
      const [sentence = why] = why.split(/(?<=\.) /);
      return resumeFailed({ agent, state }, `${agent.title} can't resume its conversation: ${sentence}`);
    }
    case "mode":
    case "option":
      return failed(state, {
        message: `${agent.title} refused the mode ${state.wish.mode}: ${why}`,
        hint: "choose another mode, then send the prompt again",
      });
    case "model":
      return failed(state, {
        message: `${agent.title} refused the model ${about.id}: ${why}`,
        hint: "choose another model, then send the prompt again",
      });
    default:
      return failed(state, {
        message: `${agent.title} could not open a conversation: ${why}`,
        hint: updateHint(agent.install),
      });
  }
}

function notLoggedIn({ agent, state }: Scene, why: string): Reaction<AcpState> {
  const message = `${agent.title} is not logged in: ${why}`;
  return failed(state, { code: "not_logged_in", message, hint: loginHint({ agent, state }) });
}

export const loginHint = ({ agent, state }: Scene): string =>
  agent.login ?? state.login ?? `run ${agent.command} in a terminal and log in`;

function failed(
  state: AcpState,
  { code = "start_failed", message, hint }: { code?: string; message: string; hint: string },
): Reaction<AcpState> {
  return {
    state: { ...state, phase: "failed" },
    facts: [{ type: "error", data: { code, message, hint } }],
    writes: [],
  };
}

function resumeFailed({ agent, state }: Scene, message: string): Reaction<AcpState> {
  const hint = newSessionHint(agent);
  return { state: { ...state, phase: "failed" }, facts: [{ type: "resume_failed", message, hint }], writes: [] };
}
