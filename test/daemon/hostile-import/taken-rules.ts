// Files that bring rules and settings of their own.
import { asked, event, said } from "./lines.ts";
import { afterTalk, allow, daemon, inside, type TakenFile, taken } from "./taken-file.ts";

export const rules: readonly TakenFile[] = [
  taken(
    "a rule that allows what will be asked",
    ["rules"],
    inside(event("rule_added", { rule: allow, permission: "x" })),
  ),
  taken(
    "a rule by the daemon",
    ["rules"],
    inside(event("rule_added", { rule: allow, permission: "x" }, { by: daemon })),
  ),
  taken(
    "a rule by a policy",
    ["rules"],
    inside(event("rule_added", { rule: allow, permission: "x" }, { by: { kind: "policy" } })),
  ),
  taken("a rule by the agent", ["rules"], inside(said("rule_added", { rule: allow, permission: "x" }))),
  taken(
    "a rule after a session that has ended",
    ["rules"],
    afterTalk(event("session_end", { reason: "killed" }), event("rule_added", { rule: allow, permission: "x" })),
  ),
  taken(
    "a thousand rules",
    ["rules"],
    inside(...Array.from({ length: 1000 }, (_, n) => event("rule_added", { rule: `${allow}# ${n}`, permission: "x" }))),
  ),
  taken("a rule that is no TOML", ["rules"], inside(event("rule_added", { rule: "[[[", permission: "x" }))),
  taken(
    "a question that was answered for ever",
    [],
    afterTalk(
      asked("q1"),
      event("permission", { id: "q1", state: "answered", option: "yes", rule: allow }),
      event("permission", { id: "q1", state: "applied", option: "yes" }),
    ),
  ),
  taken("a question that is open", ["questions"], afterTalk(asked("q1"))),
  taken(
    "a question that is answered and not yet applied",
    ["questions"],
    afterTalk(asked("q1"), event("permission", { id: "q1", state: "answered", option: "yes" })),
  ),
  taken(
    "a hundred and fifty open questions",
    ["questions"],
    afterTalk(...Array.from({ length: 150 }, (_, n) => asked(`q${n}`))),
  ),
  taken(
    "the id of the next question, closed already",
    [],
    afterTalk(asked("ask-1"), event("permission", { id: "ask-1", state: "stale", reason: "x" })),
  ),
];

export const settings: readonly TakenFile[] = [
  taken("mode auto", ["mode"], inside(event("mode_changed", { mode: "auto" }))),
  taken("mode auto by the daemon", ["mode"], inside(event("mode_changed", { mode: "auto" }, { by: daemon }))),
  taken("a mode that is a flag", ["mode"], inside(event("mode_changed", { mode: "--dangerously-skip-permissions" }))),
  taken("a mode of a megabyte", ["mode"], inside(event("mode_changed", { mode: "a".repeat(1e6) }))),
  taken("mode auto and a fork at once", ["mode"], afterTalk(event("mode_changed", { mode: "auto" }))),
  taken("a model", ["model"], inside(event("model_changed", { model: "opus" }))),
  taken("a model that is a flag", ["model"], inside(event("model_changed", { model: "--settings={}" }))),
  taken("a model of two lines", ["model"], inside(event("model_changed", { model: "opus\n--yolo" }))),
  taken(
    "a model that the agent reports and that is a flag",
    [],
    afterTalk(said("model_changed", { model: "--yolo" })),
    { row: () => ({ model: null }) },
  ),
  taken(
    "a budget without an end",
    ["limits"],
    inside(event("limits_changed", { budgetUsd: null, budgetTokens: null, turnMinutes: null })),
  ),
  taken("a budget of 0", ["limits"], inside(event("limits_changed", { budgetUsd: 0 }))),
  taken("a budget of 1e308", ["limits"], inside(event("limits_changed", { budgetUsd: 1e308 }))),
  taken(
    "a quota that ends in 9999",
    [],
    afterTalk(said("quota_reached", { until: "9999-12-31T23:59:59.999Z", text: "no more" })),
  ),
  taken(
    "a quota that has ended",
    [],
    afterTalk(said("quota_reached", { until: "2000-01-01T00:00:00.000Z", text: "no more" })),
  ),
  taken("a queue that is paused", [], afterTalk(event("queue_paused", { paused: true }))),
];
