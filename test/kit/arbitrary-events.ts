// Arbitrary events: any that the schemas allow, whether they make sense together or not, and any that nobody should write.
// Ids come from small sets, so that events meet each other.
import fc from "fast-check";
import type { By, DataOf, Event, EventBody, EventType } from "../../src/core/index.ts";
import { afterJson, place } from "./events.ts";

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: "binary", maxLength: 12 }));
const turn = fc.constantFrom("t1", "t2", "t3");
const prompt = fc.constantFrom("p1", "p2", "p3", "__proto__");
const run = fc.constantFrom("r1", "r2");
const toolCallId = fc.constantFrom("c1", "c2", "constructor");
const task = fc.constantFrom("k1", "k2", "__proto__");
const question = fc.constantFrom("q1", "q2", "q3");
const message = fc.constantFrom("m1", "m2");
const toolStatus = fc.constantFrom("pending", "running", "completed", "failed", "cancelled");
const natural = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
const option = fc.record({
  id: fc.constantFrom("yes", "no"),
  label: text,
  kind: fc.constantFrom("allow_once", "allow_always", "reject_once", "reject_always"),
});
const time = fc.constantFrom("2026-01-01T00:00:00.000Z", "2036-01-01T00:00:00.000Z", "no time");
const form = fc.array(
  fc.record(
    {
      id: fc.constantFrom("a", "b"),
      label: text,
      kind: fc.constantFrom("text", "choice", "yes_no"),
      isRequired: fc.boolean(),
    },
    { requiredKeys: ["id", "label", "kind"] },
  ),
  { maxLength: 2 },
);
const piece = fc.record({ messageId: message, text });

const spent = fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat(), costUsd: fc.nat() });
const forkPoint = fc.record({
  ...{ nativeId: text, mark: fc.option(text), nextMark: fc.option(text), isWhole: fc.boolean() },
  spent,
});

const dataOf: { [T in EventType]: fc.Arbitrary<DataOf<T>> } = {
  session_start: fc.record(
    {
      agent: text,
      workspace: fc.record({ id: text, path: text, alias: text, repoId: text }, { requiredKeys: ["id", "path"] }),
      name: fc.option(text),
      resumed: fc.boolean(),
      fork: fc.record({ session: text, seq: fc.nat(), turn: fc.option(turn), native: fc.option(forkPoint) }),
    },
    { requiredKeys: ["agent", "workspace", "name", "resumed"] },
  ),
  session_end: fc.record({ reason: text }),
  imported: fc.record(
    { from: text, workspace: fc.record({ id: text, path: text }), unresumable: text, isMore: fc.boolean() },
    { requiredKeys: ["from", "workspace"] },
  ),
  external_id: fc.record(
    {
      ...{ system: fc.constantFrom("mitto", "other"), id: text, agent: text, conversation: text, parent: text },
      taken: fc.record({ records: fc.nat(), last: fc.option(text), waiting: fc.array(text, { maxLength: 2 }) }),
    },
    { requiredKeys: ["system", "id", "taken"] },
  ),
  selected: fc.constant({}),
  renamed: fc.record({ name: fc.option(text) }),
  archived: fc.constant({}),
  unarchived: fc.constant({}),
  trashed: fc.record({ batch: text, until: time }),
  restored: fc.constant({}),
  mode_changed: fc.record({ mode: text }),
  mode_unset: fc.constant({}),
  model_changed: fc.record({ model: text }),
  agent_configured: fc.record({ run: text, mode: fc.option(text), model: fc.option(text) }),
  resume_failed: fc.record({ run: text, nativeId: text, message: text, hint: text }),
  acknowledged: fc.record({ seq: fc.integer() }),
  arranged: fc.record(
    {
      pinned: fc.boolean(),
      snooze: fc.option(fc.record({ until: fc.option(time) })),
      unread: fc.boolean(),
      position: fc.option(fc.constantFrom("a", "b")),
    },
    { requiredKeys: [] },
  ),
  error: fc.record(
    { code: fc.constantFrom("crash_loop", "start_failed", "other"), message: text, hint: text },
    { requiredKeys: ["code", "message"] },
  ),
  notice: fc.record({ kind: text, text, raw: text }, { requiredKeys: ["kind", "text"] }),
  lost: fc.record({ text, from: fc.nat(), to: fc.nat() }),
  prompt_queued: fc.record(
    {
      promptId: prompt,
      text,
      files: fc.array(fc.record({ name: text, mediaType: text, hash: text, bytes: fc.nat() }), { maxLength: 2 }),
      before: fc.option(prompt),
      notBefore: time,
      after: prompt,
      held: fc.boolean(),
      steer: fc.record({ turn, otherwise: fc.constantFrom("queue", "withdraw") }),
    },
    { requiredKeys: ["promptId", "text"] },
  ),
  prompt_edited: fc.record(
    { promptId: prompt, text, notBefore: fc.option(time), after: fc.option(prompt), held: fc.boolean() },
    { requiredKeys: ["promptId"] },
  ),
  queue_ordered: fc.record({ order: fc.array(prompt, { maxLength: 4 }) }),
  queue_paused: fc.record({ paused: fc.boolean() }),
  user_prompt: fc.record(
    { promptId: prompt, text, turn, steered: fc.boolean() },
    { requiredKeys: ["promptId", "text", "turn"] },
  ),
  prompt_withdrawn: fc.record({ promptId: prompt, reason: text }),
  turn_start: fc.record({ turn, promptId: fc.option(prompt) }),
  turn_end: fc.record(
    {
      turn,
      promptId: fc.option(prompt),
      reason: fc.constantFrom("completed", "interrupted", "failed", "refused", "limit"),
      error: text,
      durationMs: natural,
      workedMs: natural,
    },
    { requiredKeys: ["turn", "promptId", "reason"] },
  ),
  checkpoint: fc.record(
    {
      turn,
      moment: fc.constantFrom("start", "end"),
      tree: fc.option(fc.constantFrom("0".repeat(40), "a".repeat(64))),
      why: fc.constantFrom("no_git", "too_large", "too_slow", "failed"),
      left: fc.array(text),
    },
    { requiredKeys: ["turn", "moment", "tree"] },
  ),
  steer_taken: fc.record({ turn, promptId: prompt }),
  interrupt: fc.record({ turn, state: fc.constantFrom("requested", "sent") }),
  agent_message: piece,
  agent_thought: piece,
  plan: fc.record({
    entries: fc.array(fc.record({ content: text, status: fc.constantFrom("pending", "in_progress", "completed") }), {
      maxLength: 3,
    }),
  }),
  tool_call: fc.record(
    { toolCallId, title: text, kind: text, status: toolStatus, input: fc.jsonValue(), taskId: task },
    { requiredKeys: ["toolCallId", "title", "kind", "status"] },
  ),
  tool_call_update: fc.record(
    { toolCallId, status: toolStatus, title: text, output: text, durationMs: natural },
    { requiredKeys: ["toolCallId"] },
  ),
  task_start: fc.record(
    { taskId: task, kind: fc.constantFrom("subagent", "command", "other"), title: text, toolCallId },
    { requiredKeys: ["taskId", "kind", "title"] },
  ),
  task_end: fc.record(
    {
      taskId: task,
      outcome: fc.constantFrom("completed", "failed", "stopped", "unknown"),
      summary: text,
      wakes: fc.boolean(),
      workedMs: natural,
    },
    { requiredKeys: ["taskId", "outcome"] },
  ),
  task_stop: fc.record({ state: fc.constantFrom("requested", "sent") }),
  file_read: fc.record({ path: text, toolCallId }, { requiredKeys: ["path"] }),
  file_write: fc.record({ path: text, toolCallId, bytes: natural }, { requiredKeys: ["path"] }),
  permission: fc.oneof(
    fc.record(
      {
        id: question,
        state: fc.constant("asked"),
        title: text,
        detail: text,
        toolCallId,
        taskId: task,
        options: fc.array(option, { minLength: 1, maxLength: 3 }),
        request: fc.record({
          kind: fc.constantFrom("execute", "edit", "other"),
          tool: fc.option(text),
          command: fc.option(text),
          paths: fc.array(text, { maxLength: 2 }),
        }),
        form,
      },
      { requiredKeys: ["id", "state", "title", "detail", "options"] },
    ),
    fc.record(
      { id: question, state: fc.constant("answered"), option: text, message: text, rule: text },
      { requiredKeys: ["id", "state", "option"] },
    ),
    fc.record({ id: question, state: fc.constant("applied"), option: text }),
    fc.record({ id: question, state: fc.constant("stale"), reason: text }),
  ),
  limits_changed: fc.record(
    { turnMinutes: fc.option(fc.constant(5)), budgetUsd: fc.option(natural), budgetTokens: fc.option(natural) },
    { requiredKeys: [] },
  ),
  quota_reached: fc.record({ until: fc.option(time), text }),
  quota_reported: fc.record({ window: text, usedPercent: fc.nat(120), resetsAt: fc.option(time) }),
  prompt_waiting: fc.record({ promptId: prompt, text }),
  rule_added: fc.record({ rule: text, permission: question }),
  agent_start: fc.record({ run, agent: text, resume: fc.option(text) }),
  agent_parked: fc.record({ run, text }),
  commands_listed: fc.record({
    run,
    commands: fc.array(fc.record({ name: text, description: text }, { requiredKeys: ["name"] }), { maxLength: 4 }),
  }),
  agent_bound: fc.record(
    { run, nativeId: text, provenance: fc.constantFrom("assigned", "reported"), model: text },
    { requiredKeys: ["run", "nativeId", "provenance"] },
  ),
  agent_exit: fc.record(
    {
      run,
      outcome: fc.constantFrom("exited", "crashed", "stopped", "lost"),
      code: fc.option(fc.integer()),
      signal: fc.option(text),
      text,
      stderr: text,
    },
    { requiredKeys: ["run", "outcome", "code", "signal", "text"] },
  ),
  usage: fc.record(
    { turn: fc.option(turn), inputTokens: natural, outputTokens: natural, costUsd: natural },
    { requiredKeys: ["turn", "inputTokens", "outputTokens"] },
  ),
};

export const eventTypes = Object.keys(dataOf) as EventType[];

export const anyBy: fc.Arbitrary<By> = fc.record(
  { kind: fc.constantFrom("client", "agent", "daemon", "policy"), name: text, device: text, address: text },
  { requiredKeys: ["kind"] },
);

/** A body of one of these types that the schemas allow. */
const anyBodyOf = (types: readonly EventType[]): fc.Arbitrary<EventBody> =>
  fc.oneof(
    ...types.map((type) =>
      fc.record({ type: fc.constant(type), by: anyBy, data: dataOf[type] as fc.Arbitrary<unknown> }),
    ),
  ) as fc.Arbitrary<EventBody>;

/** A body that the schemas allow. */
export const anyBody: fc.Arbitrary<EventBody> = anyBodyOf(eventTypes);

/** Events in any order: a log that no daemon wrote. */
export const anyLog = (maxLength = 60): fc.Arbitrary<Event[]> =>
  fc.array(anyBody, { maxLength, size: "max" }).map((bodies) => afterJson(place(bodies)));

/** The same, in which events of these types are as frequent as all others together: they meet each other often. */
export const anyLogAbout = (types: readonly EventType[]): fc.Arbitrary<Event[]> =>
  fc
    .array(fc.oneof(anyBodyOf(types), anyBody), { maxLength: 60, size: "max" })
    .map((bodies) => afterJson(place(bodies)));

const nasty = fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "", "x".repeat(100_000));

const nastyJson = fc
  .tuple(nasty, fc.oneof(nasty, fc.jsonValue()))
  .map(([key, value]) => JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`));

/** An event of any type with any data, from anybody or nobody, at any time. */
const garbageBody = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...eventTypes), nasty, fc.string()),
    data: fc.oneof(fc.jsonValue(), nastyJson, nasty),
    by: fc.oneof(anyBy, fc.jsonValue(), nastyJson),
    at: fc.string(),
  },
  { requiredKeys: ["type"] },
);

/** Known data whose sender can't be read. */
const anonymous = fc.tuple(anyBody, fc.oneof(fc.constant(undefined), fc.jsonValue())).map(([{ type, data }, by]) => ({
  type,
  data,
  ...(by === undefined ? {} : { by }),
}));

/** A log in which anything may stand, understood events among it. */
export const garbageLog: fc.Arbitrary<Event[]> = fc
  .array(fc.oneof(garbageBody, anonymous, anyBody), { maxLength: 40 })
  .map((bodies) => afterJson(place(bodies as EventBody[])));
