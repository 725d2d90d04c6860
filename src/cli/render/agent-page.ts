// `skein agents <name>` for people: all details of one agent.
import type { AgentDetail } from "../../client/index.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";
import { loginWords } from "./login-state.ts";
import { modeLines } from "./mode-effect.ts";

interface RenderContext {
  readonly style: Style;
  readonly home: string | undefined;
}

export async function agentPage(agent: AgentDetail, { style, home }: RenderContext): Promise<string[]> {
  const { id, title, capabilities, models, troubles } = agent;
  const modes = await modeLines(capabilities.modes);
  const facts: [string, string][] = [
    ["path", agent.path === null ? `not installed: ${safeLine(agent.install ?? "")}` : tildePath(agent.path, home)],
    ["version", safeLine(agent.version ?? "not known")],
    ["login", loginOf(agent)],
    ["transport", transportOf(agent)],
    ["models", modelsOf({ models, canSet: capabilities.models })],
    ["can", abilitiesOf(capabilities, true)],
    ["can't", abilitiesOf(capabilities, false)],
    ["files", filesOf(capabilities.files)],
    ["modes", modes.length > 0 ? "" : "none that can be set"],
  ];
  const rows = facts.filter(([name, text]) => text !== "" || name === "modes");
  const lines = await renderTable(rows.map(([name, text]) => [{ text: name, paint: style.dim }, { text }]));
  return [
    [style.bold(safeLine(id)), safeLine(title), ...(agent.isDefault ? ["default"] : [])].join(
      style.dim(` ${style.glyphs.dot} `),
    ),
    ...lines.map((line) => `  ${line}`),
    ...modes.map((line) => `    ${line}`),
    ...troubles.map((trouble) => style.yellow(`${style.glyphs.warning} ${safeLine(trouble)}`)),
  ];
}

function loginOf({ login }: AgentDetail): string {
  const fix = login.state !== "in" && login.hint ? `; to log in: ${login.hint}` : "";
  return safeLine(`${loginWords[login.state]}: ${login.evidence}${fix}`);
}

function transportOf({ id, transport, ways }: AgentDetail): string {
  const others = ways.flatMap((way) => (way.transport === transport ? [] : [way.transport]));
  return others.length === 0
    ? transport
    : `${transport} (also: ${others.join(", ")}, with [agents.${id}] transport in config.toml)`;
}

function modelsOf({ models, canSet }: { models: AgentDetail["models"]; canSet: boolean }): string {
  if (!canSet) return "its own; not settable";
  return models && models.length > 0 ? models.map(safeLine).join(", ") : "any that it knows; not listed";
}

/** Its capabilities in words; partial ones with their extent. */
function abilitiesOf(capabilities: AgentDetail["capabilities"], can: boolean): string {
  const { resume, fork, approvals, interrupt, steer, tasks, commands } = capabilities;
  const forks = { none: "fork", whole: "fork (the conversation as it is now)", turn: "fork (at any turn)" };
  const abilities: [boolean, string][] = [
    [resume, "resume"],
    [fork !== "none", forks[fork]],
    [approvals, "ask before it acts"],
    [interrupt, "be interrupted"],
    [steer, "be steered mid-turn"],
    [tasks !== "untold", tasks === "stoppable" ? "report background tasks and end them" : "report background tasks"],
    [commands, "run its own commands"],
  ];
  return abilities.flatMap(([has, words]) => (has === can ? [words] : [])).join(", ");
}

const filesOf = (files: readonly string[]): string =>
  files.length === 0
    ? "none"
    : files.includes("*/*")
      ? "any"
      : files.map((kind) => kind.replace(/\/$/, "s")).join(", ");
