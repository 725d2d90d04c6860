// `skein agents` for people: the installed agents and their settings, then how to install the others.
import type { AgentDetail } from "../../client/index.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { type Cell, renderTable } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";
import { loginWords } from "./login-state.ts";

interface RenderContext {
  readonly style: Style;
  readonly home: string | undefined;
}

const header = ["AGENT", "PATH", "VERSION", "LOGIN", "MODELS", "MODES"];
const MAX_MODELS_LENGTH = 40;

export async function agentTable(agents: readonly AgentDetail[], context: RenderContext): Promise<string[]> {
  const { dim } = context.style;
  const installed = agents.filter((agent) => agent.installed);
  const missing = agents.filter((agent) => !agent.installed);
  const rows = installed.map((agent) => rowOf(agent, context));
  const commands = missing.map(({ id, install }): Cell[] => [
    { text: safeLine(id) },
    { text: safeLine(install ?? ""), paint: dim },
  ]);
  return [
    ...(await renderTable([header.map((text) => ({ text, paint: dim })), ...rows])),
    ...(missing.length > 0 ? ["", "not installed:", ...indented(await renderTable(commands))] : []),
    ...notes(installed, context.style),
  ];
}

function rowOf(agent: AgentDetail, { style, home }: RenderContext): Cell[] {
  const { login, capabilities } = agent;
  return [
    {
      text: `${agent.icon === undefined ? "" : `${safeLine(agent.icon)} `}${safeLine(agent.id)}${agent.isDefault ? " (default)" : ""}`,
      ...(agent.isDefault ? { paint: style.bold } : {}),
    },
    { text: tildePath(agent.path ?? "-", home) },
    { text: safeLine(agent.version ?? "-") },
    { text: loginWords[login.state], ...(login.state === "out" ? { paint: style.yellow } : {}) },
    { text: modelsCell(agent) },
    { text: Object.keys(capabilities.modes).join(" ") || "-" },
  ];
}

function modelsCell({ models }: AgentDetail): string {
  if (!models || models.length === 0) return "-";
  const all = models.map(safeLine).join(" ");
  return all.length <= MAX_MODELS_LENGTH ? all : `${safeLine(models[0] ?? "")} and ${models.length - 1} more`;
}

/** What a person should do or know before using one of them. */
function notes(installed: readonly AgentDetail[], { yellow, glyphs }: Style): string[] {
  const lines = installed.flatMap(({ id, login, troubles }) => [
    ...(login.state === "out" ? [`${id} is not logged in: ${safeLine(login.hint ?? "")}`] : []),
    ...troubles.map((trouble) => `${id}: ${safeLine(trouble)}`),
  ]);
  return lines.length === 0 ? [] : ["", ...lines.map((line) => yellow(`${glyphs.warning} ${line}`))];
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
