// The agents and their abilities, with the daemon's environment or with that of the client.
import { type Asked, createInspector, type Inspector, waysOf } from "../../agents/index.ts";
import type { AgentDetail } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";

type Env = Readonly<Record<string, string | undefined>>;

interface Look {
  readonly env: Env;
  /** Runs no program. */
  readonly isQuick: boolean;
  /** The name of one agent; null = all. */
  readonly agent: string | null;
}

export function agentHandlers(context: DaemonContext): Pick<Handlers, "agents" | "agent" | "inspectAgents"> {
  const inspector = createInspector();
  const look = (wanted: Look): Promise<AgentDetail[]> => inspectAll(context, inspector, wanted);
  return {
    agents: async ({ query: { quick = false } }) => ({
      items: await look({ env: process.env, isQuick: quick, agent: null }),
    }),

    async agent({ params: { agent }, query: { quick = false } }) {
      const [item] = await look({ env: process.env, isQuick: quick, agent });
      if (!item) throw new Refusal("agent_unknown", `There is no agent "${agent}".`, { agent });
      return item;
    },

    inspectAgents: async ({ body: { env = process.env, agent = null, quick = false } }) => ({
      items: await look({ env, agent, isQuick: quick }),
    }),
  };
}

async function inspectAll(
  { registry, config }: DaemonContext,
  inspector: Inspector,
  { env, isQuick, agent }: Look,
): Promise<AgentDetail[]> {
  const drivers = registry.list();
  const wanted = agent === null ? drivers : drivers.filter(({ id }) => id === agent);
  if (wanted.length === 0) {
    const allowed = drivers.map(({ id }) => id);
    throw new Refusal("agent_unknown", `There is no agent "${agent}"; known: ${allowed.join(", ")}.`, {
      allowed,
      agent,
    });
  }
  // A list of all agents includes versions; model names are queried only for a single agent.
  const asked: Asked[] = isQuick ? [] : agent === null ? ["version"] : ["version", "models"];
  const defaultAgent = config().defaultAgent ?? (await registry.defaultAgent(env)).id;
  const items = await Promise.all(
    wanted.map(async (driver): Promise<AgentDetail> => {
      const { id, title, transport, capabilities } = driver;
      const inspection = await inspector.inspect(driver, env, asked);
      const isInstalled = inspection.path !== null;
      const ways = waysOf(registry, driver);
      return {
        id,
        title,
        ...(driver.icon === undefined ? {} : { icon: driver.icon }),
        installed: isInstalled,
        isDefault: id === defaultAgent,
        transport,
        capabilities,
        ways,
        ...inspection,
      };
    }),
  );
  return [...items.filter((item) => item.installed), ...items.filter((item) => !item.installed)];
}
