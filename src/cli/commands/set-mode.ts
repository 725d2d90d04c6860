// `skein set-mode`: sets a session's permission mode, from the next turn; without a mode, lists the modes.
import type { AgentDetail, ListedSession } from "../../client/index.ts";
import type { SessionState } from "../../core/index.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { describeEffect, modeLines } from "../render/mode-effect.ts";
import { describeMode, otherMode } from "../render/mode-now.ts";
import { displayName } from "../render/session-name.ts";
import { refuseMode } from "../session/agent-settings.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { safeLine } from "../text/safe-text.ts";

/** The word for the agent's own default. */
const OWN = "default";

export const command = defineCommand({
  name: "set-mode",
  aliases: [],
  group: "WORK",
  summary: "Show or set a session's permission mode",
  usage: "set-mode <session> [ask | code | plan | auto | default]",
  details: [
    "It applies from the next turn. What a mode allows depends on the agent and is shown; a mode that the agent does not support is",
    "refused.",
    "default goes back to the agent's own default, if the agent does not store its mode (tools of config.toml, Pi); the next turn has a",
    "new process.",
    "Without a mode it lists the modes of the session's agent, and shows the one that the agent works in if it has left the one that is",
    "set; setting that again restores it.",
  ],
  examples: ["skein set-mode api code", "skein set-mode api default", "skein set-mode api"],
  effect: { acts: "with a mode", when: (typed) => sessionArgument(typed, typed.flags.last).rest.length > 0 },
  flags: lastFlag,
  maxPositionals: 2,
  async run(context) {
    const { flags, print, say, printJson } = context;
    const { ref, rest } = sessionArgument(context, flags.last);
    if (ref === undefined)
      throw usageFailure("no session named", "usage: skein set-mode <session> <mode> (@ is this directory's session)");
    const [mode] = rest;
    const client = await context.client({ confirms: true });
    const session = await findSession(client, ref, context);
    const agent = await client.agent(session.agent, { quick: true });
    const { modes } = agent.capabilities;
    if (mode === undefined) {
      const { state } = await client.session(session.id);
      const other = otherMode(state);
      const facts = { mode: state.setting.mode, ...(other === null ? {} : { agentMode: other }), modes };
      if (flags.json) printJson({ v: 1, session: session.id, ...facts });
      else for (const line of await shown(session, agent, state)) print(line);
      return exitCodes.ok.code;
    }
    if (mode === OWN) {
      await client.setMode(session.id, null);
      if (flags.json) printJson({ v: 1, session: session.id, mode: null });
      const title = safeLine(agent.title);
      say(`removed the mode of ${displayName(session)}: ${title} uses its own default, from the next turn`);
      return exitCodes.ok.code;
    }
    await refuseMode(agent, mode);
    await client.setMode(session.id, mode);
    const effect = modes[mode as keyof typeof modes];
    if (flags.json) printJson({ v: 1, session: session.id, mode, effect });
    const means = effect ? ` (${describeEffect(effect)})` : "";
    say(`set the mode of ${displayName(session)} to ${mode}${means}, from the next turn`);
    return exitCodes.ok.code;
  },
});

async function shown(session: ListedSession, agent: AgentDetail, state: SessionState): Promise<string[]> {
  const title = safeLine(agent.title);
  const lines = await modeLines(agent.capabilities.modes, { current: state.setting.mode });
  if (lines.length === 0) return [`${displayName(session)}: ${title} has no modes that can be set`];
  const now = describeMode(state, { unset: `no mode is set, ${title} uses its own default` });
  return [`${displayName(session)}: ${now}`, ...lines.map((line) => `  ${line}`)];
}
