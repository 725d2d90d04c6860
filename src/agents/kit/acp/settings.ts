// Mode and model: requests for what people want, and facts for what the agent reports.
import { isMode } from "../../../core/index.ts";
import type { Fact } from "../../driver.ts";
import type { AcpAgent, Setting } from "./agent.ts";
import type { ConfigOption, OpenedSession } from "./protocol.ts";
import { type AcpState, type Pending, request, type Scene } from "./state.ts";

/** The requests that set the wanted mode and model. */
export function settingRequests({ agent, state }: Scene): { state: AcpState; writes: string[] } {
  const { mode, model } = state.wish;
  const settings = mode === null || !isMode(mode) ? [] : (agent.quirks?.modes?.[mode]?.settings ?? []);
  const asked = settings.map((setting) =>
    setting.kind === "mode"
      ? asking({ for: "mode", id: setting.id }, { modeId: setting.id })
      : asking({ for: "option", id: setting.id, value: setting.value }, { configId: setting.id, value: setting.value }),
  );
  const { modelOption } = state.known;
  if (model !== null) {
    const params = modelOption === null ? { modelId: model } : { configId: modelOption, value: model };
    asked.push(asking({ for: "model", id: model }, params));
  }
  let current = state;
  const writes: string[] = [];
  for (const { about, params } of asked) {
    const method = "modeId" in params ? "set_mode" : "modelId" in params ? "set_model" : "set_config_option";
    const made = request(current, {
      about,
      method: `session/${method}`,
      params: { sessionId: current.session, ...params },
    });
    current = made.state;
    writes.push(made.line);
  }
  return { state: current, writes };
}

type Params = { modeId: string } | { modelId: string } | { configId: string; value: string };

const asking = (about: Pending, params: Params): { about: Pending; params: Params } => ({ about, params });

/** The agent's settings when the conversation was opened. */
export function knowOpened({ agent, state }: Scene, { modes, models, configOptions }: OpenedSession): AcpState {
  const { known } = knowOptions({ agent, state }, configOptions ?? []);
  const mode = modes?.currentModeId ?? known.mode;
  return { ...state, known: { ...known, mode, model: models?.currentModelId ?? known.model } };
}

export function knowOptions({ agent, state }: Scene, options: readonly ConfigOption[]): AcpState {
  let { known } = state;
  for (const { id, category, currentValue } of options) {
    if (isOfModes(agent, id)) known = { ...known, options: { ...known.options, [id]: currentValue } };
    if (category === "mode") known = { ...known, mode: currentValue };
    if (category === "model") known = { ...known, model: currentValue, modelOption: id };
  }
  return { ...state, known };
}

/** The agent has confirmed a request. */
export function knowGranted(state: AcpState, about: Pending): AcpState {
  const { known } = state;
  switch (about.for) {
    case "mode":
      return { ...state, known: { ...known, mode: about.id } };
    case "option":
      return { ...state, known: { ...known, options: { ...known.options, [about.id]: about.value } } };
    case "model":
      return { ...state, known: { ...known, model: about.id } };
    default:
      return state;
  }
}

const isSetting = ({ for: about }: Pending): boolean => about === "mode" || about === "option" || about === "model";

/** While settings are changing, the agent may pass through other modes. */
export const isSettling = (state: AcpState): boolean => Object.values(state.pending).some(isSetting);

/** A mode that people asked for is not reported to them as news. */
export function acceptSetting({ agent, state }: Scene): AcpState {
  const mode = modeIn(agent, state.known);
  return mode === state.wish.mode ? { ...state, told: { ...state.told, mode } } : state;
}

/** Facts for changes that were not reported yet. */
export function tellSettings({ agent, state }: Scene): { state: AcpState; facts: Fact[] } {
  if (state.phase !== "ready" || isSettling(state)) return { state, facts: [] };
  const { known, told } = state;
  const mode = modeIn(agent, known);
  const facts: Fact[] = [];
  if (mode !== null && mode !== told.mode) facts.push({ type: "mode_changed", data: { mode } });
  if (known.model !== null && known.model !== told.model)
    facts.push({ type: "model_changed", data: { model: known.model } });
  return { state: { ...state, told: { mode, model: known.model } }, facts };
}

/** Skein's name of the current mode, or the agent's own if Skein has none for it. */
export function modeIn({ quirks }: AcpAgent, known: AcpState["known"]): string | null {
  const holds = (setting: Setting) =>
    setting.kind === "mode" ? known.mode === setting.id : known.options[setting.id] === setting.value;
  const [name] = Object.entries(quirks?.modes ?? {}).find(([, { settings }]) => settings.every(holds)) ?? [];
  return name ?? known.mode;
}

const isOfModes = ({ quirks }: AcpAgent, option: string): boolean =>
  Object.values(quirks?.modes ?? {}).some(({ settings }) =>
    settings.some(({ kind, id }) => kind === "option" && id === option),
  );
