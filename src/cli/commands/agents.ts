// `skein agents`: which agents there are on this person's PATH, and what each is good for.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { clientEnvironment } from "../session/client-environment.ts";

export const command = defineCommand({
  name: "agents",
  aliases: [],
  group: "CONNECT",
  summary: "List agents: where they are, their versions, logins, models and modes",
  usage: "agents [agent]",
  details: [
    "Looked for on your PATH, with your environment. A program that does not tell its version within 5 seconds is ended, and that is said.",
    "Names of models that only the program itself knows are shown with one agent, and in the list once they are known.",
    "A mode is shown with what it really means: changes of files and commands are free, sandboxed, asked about or refused.",
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
