// Each agent: its path, version and login. A missing agent is not a problem.
import { type AgentDetail, ProblemError } from "../../client/index.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";
import type { Check, Finding } from "./check.ts";

export const agents: Check = {
  id: "agents",
  async run({ io, client }) {
    if (!client) return [{ state: "note", title: "agents", text: "not checked without a daemon" }];
    try {
      const { items } = await client.inspectAgents({ env: clientEnvironment(io) });
      return [...items.map((agent) => findingOf(agent, io.env.HOME)), ...withoutAny(items)];
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== "config_invalid") throw error;
      return [{ state: "note", title: "agents", text: "not checked until config.toml can be used" }];
    }
  },
};

function findingOf(agent: AgentDetail, home: string | undefined): Finding {
  const { login, troubles, path } = agent;
  const title = safeLine(agent.id);
  if (path === null) return { state: "note", title, text: "not installed", fix: safeLine(agent.install ?? "") };
  const facts = [...(agent.version === null ? [] : [agent.version]), tildePath(path, home)].join(", ");
  const said = {
    in: `; logged in: ${login.evidence}`,
    out: "; not logged in",
    unknown: `; login unknown: ${login.evidence}`,
  };
  const trouble = troubles.map((one) => `; ${one}`).join("");
  const isFine = login.state !== "out" && troubles.length === 0;
  const fix = login.state === "out" ? login.hint : troubles.length > 0 ? `run it yourself: ${path}` : null;
  return {
    state: isFine ? "ok" : "warning",
    title,
    text: safeLine(`${facts}${login.state === "none needed" ? "" : said[login.state]}${trouble}`),
    ...(fix === null ? {} : { fix: safeLine(fix) }),
  };
}

/** The demo agent is built in, needs nothing, and does no real work. */
function withoutAny(items: readonly AgentDetail[]): Finding[] {
  const isThere = items.some(({ installed, login }) => installed && login.state !== "none needed");
  if (isThere) return [];
  return [
    {
      state: "warning",
      title: "agents",
      text: "no coding agent is installed",
      fix: "install one of those above",
    },
  ];
}
