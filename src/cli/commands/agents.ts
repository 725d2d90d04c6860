// `skein agents`: the agents on the person's PATH, and what each can do.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { clientEnvironment } from "../session/client-environment.ts";

export const command = defineCommand({
  name: "agents",
  aliases: [],
  group: "CONNECT",
  summary: "List agents: paths, versions, logins, models and modes",
  usage: "agents [agent]",
  details: [
    "Agents are looked up on your PATH, with your environment. A program that does not print its version within 5 seconds is stopped and",
    "reported.",
    "Some agents report their models only when asked: skein agents <agent> asks; the list shows them once they are known.",
    "For each mode you see what it really does: edits and commands are free, sandboxed, asked or refused.",
    '--json prints {"v":1,"agents":[{"id","installed","path","version","login","models","transport","capabilities",…}]}.',
  ],
  examples: [
    "skein agents",
    "skein agents claude",
    "skein agents --json | jq -r '.agents[] | select(.installed) | .id'",
  ],
  effect: "none",
  flags: {},
  maxPositionals: 1,
  async run({ io, flags, style, positionals, client, print, printJson }) {
    const [agent] = positionals;
    const context = { style, home: io.env.HOME };
    const wanted = { env: clientEnvironment(io), ...(agent === undefined ? {} : { agent }) };
    const { items } = await (await client()).inspectAgents(wanted);
    const [one] = items;
    if (flags.json) {
      printJson(agent === undefined ? { v: 1, agents: items } : { v: 1, agent: one });
    } else if (agent !== undefined && one) {
      const { agentPage } = await import("../render/agent-page.ts");
      for (const line of await agentPage(one, context)) print(line);
    } else {
      const { agentTable } = await import("../render/agent-table.ts");
      for (const line of await agentTable(items, context)) print(line);
    }
    return exitCodes.ok.code;
  },
});
