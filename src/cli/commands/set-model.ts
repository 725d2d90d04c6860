// `skein set-model`: sets a session's model, from the next turn; without one, lists the models.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { refuseModel, unlistedModel } from "../session/agent-settings.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "set-model",
  aliases: [],
  group: "WORK",
  summary: "Show or set a session's model",
  usage: "set-model <session> [model]",
  details: [
    "It applies from the next turn. The name is the agent's own; the agent refuses an unknown one in that turn.",
    "Without a model it shows the current one, and the ones that the agent lists.",
  ],
  examples: ["skein set-model api opus", "skein set-model api"],
  effect: { acts: "with a model", when: (typed) => sessionArgument(typed, typed.flags.last).rest.length > 0 },
  flags: lastFlag,
  maxPositionals: 2,
  async run(context) {
    const { io, flags, print, say, printJson } = context;
    const { ref, rest } = sessionArgument(context, flags.last);
    if (ref === undefined)
      throw usageFailure(
        "no session named",
        "usage: skein set-model <session> <model> (@ is this directory's session)",
      );
    const [model] = rest;
    const client = await context.client();
    const session = await findSession(client, ref, context);
    if (model !== undefined) {
      const agent = await client.agent(session.agent, { quick: true });
      refuseModel(agent);
      await client.setModel(session.id, model);
      const warning = unlistedModel(agent, model);
      if (warning !== null && !flags.quiet) io.stderr.write(warning);
      if (flags.json) printJson({ v: 1, session: session.id, model });
      say(`set the model of ${displayName(session)} to ${safeLine(model)}, from the next turn`);
      return exitCodes.ok.code;
    }
    const wanted = { agent: session.agent, env: clientEnvironment(io) };
    const [{ state }, { items }] = await Promise.all([client.session(session.id), client.inspectAgents(wanted)]);
    const models = items[0]?.models ?? null;
    const facts = { model: session.model, set: state.setting.model, models };
    if (flags.json) {
      printJson({ v: 1, session: session.id, ...facts });
      return exitCodes.ok.code;
    }
    const now = facts.model === null ? "" : `, works with ${safeLine(facts.model)}`;
    print(`${displayName(session)}: ${facts.set === null ? "no model is set" : `${safeLine(facts.set)} is set`}${now}`);
    const canSet = items[0]?.capabilities.models === true;
    if (models && models.length > 0) for (const one of models) print(`  ${safeLine(one)}`);
    else print(canSet ? "  any model that the agent knows; it does not list them" : "  not settable with this agent");
    return exitCodes.ok.code;
  },
});
