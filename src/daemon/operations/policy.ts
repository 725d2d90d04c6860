// The rules that answer agents: shown, added, and tested against past questions.
import { setImmediate } from "node:timers/promises";
import {
  describeRule,
  type Event,
  type PastRequest,
  proposeFrom,
  type Replayed,
  replayPolicy,
  ruleInOneLine,
  understand,
} from "../../core/index.ts";
import { walkEvents } from "../../log/index.ts";
import type { PolicyAnswer, PolicyTest } from "../../protocol/index.ts";
import type { Session } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { loadedSession } from "../http/session-of.ts";
import { Refusal } from "../refusal.ts";
import { locateWorkspaceOrRefuse } from "./locate-workspace.ts";

export const policyHandlers = (context: DaemonContext): Pick<Handlers, "policy" | "addRule" | "testPolicy"> => ({
  policy({ query: { cwd = "" } }) {
    if (!cwd.startsWith("/")) throw new Refusal("invalid_path", "cwd must be an absolute path.");
    const { id, path } = locateWorkspaceOrRefuse(context, { typed: null, cwd });
    const sources = context.policy.sourcesFor(id).map(({ name, rules, problem }) => ({
      name: name as PolicyAnswer["sources"][number]["name"],
      file: context.policy.fileOf(name === "global" ? null : id),
      rules: rules.map(describeRule),
      problem: problem ?? null,
    }));
    return { workspace: { id, path }, sources };
  },

  async addRule({ body: { session: id, rule } }) {
    const session = await loadedSession(context, id);
    const workspace = session.state.lifecycle.workspace?.id ?? "";
    const outcome = context.policy.store(workspace, rule);
    return { file: context.policy.fileOf(workspace), outcome };
  },

  testPolicy: async ({ body: { session } }) => testPolicy(context, await loadedSession(context, session)),
});

/** Yields to other requests after this many. */
const JUDGED_AT_ONCE = 50;

/** What the current rules would have answered to every past question of a session, and rules for what was always allowed. */
async function testPolicy({ policy, log }: DaemonContext, session: Session): Promise<PolicyTest> {
  const { workspace, importedSeq } = session.state.lifecycle;
  if (!workspace) throw new Refusal("session_not_found", "The session has no workspace.");
  const past: PastRequest[] = [];
  const asked = new Map<string, PastRequest & { options: Map<string, string> }>();
  for await (const events of walkEvents(log, { session: session.id, after: 0 }))
    for (const { line, type } of events) if (type === "permission") take(JSON.parse(line) as Event);
  function take(event: Event): void {
    const known = understand(event);
    if (known?.type !== "permission") return;
    const { data: fact, by, seq, blobs = [] } = known;
    if (fact.state === "asked" && fact.request && !fact.form) {
      const options = new Map(fact.options.map(({ id, kind }) => [id, kind]));
      const isPartial = fact.isPartial === true || blobs.some(({ at }) => at.startsWith("/request"));
      const one = { request: fact.request, answer: null, session: session.id, seq, options, isPartial };
      asked.set(fact.id, one);
      past.push(one);
    }
    const question = fact.state === "answered" ? asked.get(fact.id) : undefined;
    // Only answers that people gave here: not answers of rules, nor those in an imported file.
    if (question && fact.state === "answered" && by.kind === "client" && seq > importedSeq)
      question.answer = question.options.get(fact.option)?.startsWith("allow") ? "allow" : "deny";
  }
  const where = { workspace: workspace.path, home: policy.home };
  const sources = policy.sourcesFor(workspace.id);
  const replayed: Replayed[] = [];
  for (let from = 0; from < past.length; from += JUDGED_AT_ONCE) {
    replayed.push(...replayPolicy(past.slice(from, from + JUDGED_AT_ONCE), sources, { ...where, isHumanTurn: true }));
    await setImmediate();
  }
  return {
    items: replayed.map(({ past: one, rule, ...verdict }) => ({
      seq: one.seq,
      request: { ...one.request, paths: [...one.request.paths] },
      answer: one.answer,
      ...(one.isPartial ? { isPartial: true } : {}),
      ...verdict,
      rule: rule ? ruleInOneLine(rule) : null,
    })),
    proposals: proposeFrom(past, where).map((rule) => describeRule(rule)),
    files: { workspace: policy.fileOf(workspace.id), global: policy.fileOf(null) },
    problems: sources.flatMap(({ problem }) => problem ?? []),
  };
}
