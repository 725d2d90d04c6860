// Everything that waits for a person, and the answers to it.
import { inOwnSpelling, type OpenPermission, ruleInOneLine, type WorkspaceRef } from "../../core/index.ts";
import type { InboxAnswer, PermissionDetail } from "../../protocol/index.ts";
import type { Session } from "../../session/index.ts";
import type { DaemonPolicy } from "../config/policy.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";

export const permissionHandlers = (
  context: DaemonContext,
): Pick<Handlers, "permissions" | "permission" | "answer"> => ({
  async permissions({ query }) {
    const only = query.sessions?.split(",").map(inOwnSpelling);
    const items: InboxAnswer["items"] = [];
    for (const id of context.log.busySessions()) {
      const session = only && !only.includes(id) ? null : context.sessions.get(id);
      if (!session) continue;
      await session.load();
      for (const permission of session.state.permission.open)
        if (permission.state === "asked") items.push(detailOf(context, session, permission));
    }
    items.sort((a, b) => Date.parse(a.askedAt) - Date.parse(b.askedAt));
    return { items };
  },

  async permission(call) {
    const session = await call.session();
    const { permission: id } = call.params;
    const { open, closed } = session.state.permission;
    const found = open.find((one) => one.id === id);
    if (found) return detailOf(context, session, found);
    const past = closed.find((one) => one.id === id);
    if (!past) throw new Refusal("permission_not_found", `No question "${id}" is open in this session.`);
    return { session: session.id, ...past, rule: null };
  },

  async answer(call) {
    const session = await call.session();
    const { permission } = call.params;
    const { option, message, content, remember } = call.body;
    const rules = remember ? rememberedRule(context, session, { permission, option, ...remember }) : {};
    const command = { type: "answer" as const, permission, option, message, content, ...rules };
    const result = await call.submit(command);
    // Stored after the answer has taken effect, and again on a retry, so that a crash in between loses no rule.
    const { workspace } = session.state.lifecycle;
    if (result.kind === "done" && remember?.scope === "project" && workspace)
      context.policy.store(workspace.id, remember.rule);
    return result;
  },
});

function detailOf({ policy, log }: DaemonContext, session: Session, permission: OpenPermission): PermissionDetail {
  const { workspace } = session.state.lifecycle;
  const proposed = workspace ? proposalFor(policy, permission, workspace) : null;
  const row = log.summary(session.id);
  return {
    ...permission,
    session: session.id,
    name: row?.name ?? null,
    sessionTitle: row?.title ?? null,
    agent: session.state.lifecycle.agent,
    workspace: workspace?.path ?? null,
    rule: proposed && workspace ? { text: proposed.text, file: policy.fileOf(workspace.id) } : null,
  };
}

/** No rule is made of a command that is stored only in part: its rest is unknown. */
const proposalFor = (
  policy: DaemonPolicy,
  { request, blobs, form, isPartial }: OpenPermission,
  workspace: WorkspaceRef,
) => (request && !blobs && !form && !isPartial ? policy.propose(request, workspace) : null);

interface Remembered {
  permission: string;
  option: string;
  scope: "session" | "project";
  rule: string;
}

/** The rule must be the one that the person was shown. */
function rememberedRule(
  { policy }: DaemonContext,
  session: Session,
  { permission, option, scope, rule: shown }: Remembered,
): { sessionRule?: string; rule?: string } {
  const { workspace } = session.state.lifecycle;
  const asked = session.state.permission.open.find((one) => one.id === permission);
  // The question is answered or gone: the session refuses the answer and says why.
  if (asked?.state !== "asked") return {};
  const isAllowed = asked.options.some(({ id, kind }) => id === option && kind.startsWith("allow"));
  const proposed = workspace && isAllowed ? proposalFor(policy, asked, workspace) : null;
  if (!proposed || !workspace)
    throw new Refusal("no_rule", "No rule can match exactly this; allow it once, or write a rule in the policy file.");
  if (proposed.text !== shown)
    throw new Refusal("moved", "The rule has changed; look at it again.", { rule: proposed.text });
  // Finds an unusable file before the answer takes effect, not after.
  const broken = scope === "project" ? policy.sourcesFor(workspace.id)[0]?.problem : undefined;
  if (broken !== undefined) throw new Refusal("config_invalid", broken);
  const rule = ruleInOneLine(proposed.rule);
  return scope === "session" ? { sessionRule: proposed.text, rule } : { rule };
}
