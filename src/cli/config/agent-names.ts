// Checks names of agents in a config. Only the daemon knows the agents, and an unknown name would make the next command fail.
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { ConnectionError, ProblemError } from "../../client/index.ts";
import { isTable } from "../../home/config.ts";
import type { Context } from "../command.ts";
import { Failure } from "../failure.ts";
import { suggest } from "../suggest.ts";
import { safeLine } from "../text/safe-text.ts";

interface Change {
  readonly before: string;
  readonly after: string;
}

interface KnownAgent {
  readonly id: string;
  readonly ways: readonly string[];
}

interface Trouble {
  readonly error: string;
  readonly fix: string;
}

/** The problem with the names of agents in a changed text. Null if no daemon can tell which agents exist. */
export async function agentTrouble(
  { client }: Pick<Context, "client">,
  { before, after }: Change,
): Promise<Trouble | null> {
  const [old, fresh] = [namesIn(before), namesIn(after)];
  if (isDeepStrictEqual(old, fresh)) return null;
  const listed = await knownAgents(client);
  if (listed === null) return null;
  // The daemon also lists the tools of the file.
  const known = listed.filter(({ id }) => !old.tools.includes(id));
  const ids = known.map(({ id }) => id);
  const { defaultAgent } = fresh;
  if (defaultAgent !== null && ![...ids, ...fresh.tools].includes(defaultAgent))
    return unknown(defaultAgent, [...ids, ...fresh.tools]);
  const taken = fresh.tools.find((name) => ids.includes(name));
  if (taken !== undefined)
    return {
      error: `tools.${taken} must have another name`,
      fix: `${taken} is an agent that Skein knows: see skein agents`,
    };
  for (const [name, transport] of Object.entries(fresh.transports)) {
    const agent = known.find(({ id }) => id === name);
    if (!agent) return unknown(name, ids);
    if (transport === null || agent.ways.includes(transport)) continue;
    const ways = agent.ways.map((way) => `"${way}"`).join(" or ");
    return { error: `agents.${name}.transport must be ${ways}`, fix: `see what ${name} can do: skein agents ${name}` };
  }
  return null;
}

export const refusedAgent = ({ error, fix }: Trouble): Failure =>
  new Failure(error, {
    exit: "usage",
    fix: `${fix}; the file was not changed`,
    code: "config_invalid",
  });

function unknown(name: string, known: readonly string[]): Trouble {
  const near = suggest(name, known);
  const guess = near === null ? "" : `did you mean ${near}? `;
  return {
    error: `there is no agent "${safeLine(name)}"; known: ${known.map(safeLine).join(", ")}`,
    fix: `${guess}list agents: skein agents`,
  };
}

interface Names {
  readonly defaultAgent: string | null;
  readonly tools: readonly string[];
  /** The agents that have a table; null if the config can't tell. */
  readonly transports: Readonly<Record<string, string | null>>;
}

function namesIn(text: string): Names {
  const { default_agent: name, tools, agents } = parsed(text);
  return {
    defaultAgent: typeof name === "string" ? name : null,
    tools: isTable(tools) ? Object.keys(tools) : [],
    transports: Object.fromEntries(
      Object.entries(isTable(agents) ? agents : {}).map(([id, one]) => [
        id,
        isTable(one) && typeof one.transport === "string" ? one.transport : null,
      ]),
    ),
  };
}

/** A text that is not TOML names no agent. */
function parsed(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** Null if unknown: no daemon can start here, or its config names an unknown agent. */
async function knownAgents(client: Context["client"]): Promise<readonly KnownAgent[] | null> {
  try {
    const { items } = await (await client()).inspectAgents({ quick: true });
    return items.map(({ id, ways }) => ({ id, ways: ways.map(({ transport }) => transport) }));
  } catch (error) {
    if (error instanceof Failure || error instanceof ConnectionError || error instanceof ProblemError) return null;
    throw error;
  }
}
