// A log in which every text of every type of event is written by an adversary.
import { createHash } from "node:crypto";
import {
  type By,
  type DataOf,
  type Event,
  type EventType,
  initialState,
  reduce,
  summaryOf,
} from "../../src/core/index.ts";
import type { Log } from "../../src/log/index.ts";
import { atSecond } from "../kit/events.ts";

/** What a terminal must never get, each with a mark of its own: nothing of ours looks so. */
export const attacks: Readonly<Record<string, string>> = {
  "OSC 52, the clipboard": "\x1b]52;c;MTMzNw==\x07",
  "OSC 8, a link": "\x1b]8;;http://1337.example\x1b\\link\x1b]8;;\x1b\\",
  "OSC 0, the title": "\x1b]0;1337\x1b\\",
  "OSC 9, a notification": "\x1b]9;1337\x07",
  "an OSC without an end": "\x1b]0;1337",
  "CSI, a place": "\x1b[1337;7H",
  "CSI, a colour": "\x1b[1337m",
  "CSI, a mode": "\x1b[?1337h",
  "half a CSI": "\x1b[1337",
  DCS: "\x1bPq1337\x1b\\",
  APC: "\x1b_G1337\x1b\\",
  PM: "\x1b^1337\x1b\\",
  SOS: "\x1bX1337\x1b\\",
  "RIS, a reset": "\x1bc",
  "ESC alone": "\x1b",
  "ESC before ours": "\x1b\x1b[1337m",
  "C1 CSI": "\u009b1337m",
  "C1 OSC": "\u009d0;1337\u009c",
  "C1 DCS": "\u0090q1337\u009c",
  "C1 NEL and IND": "a\u0085b\u0084c",
  "a carriage return": "shown\rHIDDEN-1337",
  backspaces: "rm\b\bls",
  "bell, NUL, VT, FF, SO": "\x07\0\x0b\x0c\x0e",
  DEL: "a\x7fb",
  "an override of direction": "exe\u202egnp.1337\u202c",
  isolates: "\u2066a\u2067b\u2068c\u2069",
  "marks of direction": "\u200ea\u200fb\u061cc",
  "line and paragraph separators": "a\u2028b\u2029c",
};

const file = { bytes: Buffer.from("abc"), hash: createHash("sha256").update("abc").digest("hex") };

/** One session with every type of event; the name says which. */
export function hostileEvents(session: string, name: string, evil: string, workspace: string): Event[] {
  const x = (word: string): string => `${word}${evil}`;
  const by: By = { kind: "client", name: x("by"), device: x("device"), address: x("address") };
  const option = (id: string, kind: "allow_once" | "reject_once" | "allow_always") => ({ id, label: x(id), kind });
  const options = [option("yes", "allow_once"), option("no", "reject_once"), option(x("own"), "allow_always")];
  const request = { kind: "execute" as const, tool: x("tool"), command: x("command"), paths: [x("path")] };
  const form = [
    {
      ...{ id: x("field"), label: x("label"), kind: "choice" as const },
      options: [{ value: x("value"), label: x("choice"), description: x("description") }],
    },
  ];
  const asked = { state: "asked" as const, title: x("title"), detail: x("detail"), options };
  // An order in which each of them is shown; a type that is added must be, too.
  const data: { [T in EventType]: DataOf<T>[] } = {
    session_start: [
      {
        agent: x("agent"),
        workspace: { id: "0".repeat(64), path: workspace, alias: x("alias") },
        name: x(name),
        resumed: false,
      },
    ],
    imported: [
      {
        from: x("from"),
        workspace: { id: "0".repeat(64), path: workspace, alias: x("alias") },
        unresumable: x("unresumable"),
      },
    ],
    external_id: [
      {
        ...{ system: "mitto", id: x("external"), agent: x("agent"), conversation: x("native"), parent: x("parent") },
        taken: { records: 1, last: null, waiting: [] },
      },
    ],
    selected: [{}],
    renamed: [{ name: x(name) }],
    mode_changed: [{ mode: x("mode") }],
    mode_unset: [{}],
    model_changed: [{ model: x("model") }],
    limits_changed: [{ budgetUsd: 5 }],
    agent_start: [{ run: x("run"), agent: x("agent"), resume: x("native") }],
    agent_bound: [{ run: x("run"), nativeId: x("native"), provenance: "reported", model: x("model") }],
    commands_listed: [
      {
        run: x("run"),
        commands: [{ name: x("command"), description: x("description"), hint: x("hint"), aliases: [x("alias")] }],
      },
    ],
    agent_configured: [{ run: x("run"), mode: x("mode"), model: x("model") }],
    prompt_queued: [
      { promptId: "p1", text: x("prompt") },
      {
        ...{ promptId: x("p2"), text: x("second prompt"), held: true, notBefore: "2036-01-01T00:00:00.000Z" },
        files: [{ name: x("file"), mediaType: "text/plain", hash: file.hash, bytes: file.bytes.length }],
      },
      { promptId: "p3", text: x("third"), held: true },
    ],
    prompt_edited: [{ promptId: "p3", text: x("edited") }],
    queue_ordered: [{ order: [x("p2"), "p3"] }],
    prompt_waiting: [{ promptId: "p1", text: x("waits") }],
    turn_start: [{ turn: "t1", promptId: "p1" }],
    user_prompt: [{ promptId: "p1", text: x("prompt"), turn: "t1" }],
    agent_thought: [{ messageId: "m0", text: x("thought") }],
    agent_message: [
      { messageId: "m1", text: x("message") },
      { messageId: "m1", text: x(" and more") },
    ],
    plan: [{ entries: [{ content: x("entry"), status: "pending" }] }],
    tool_call: [
      {
        toolCallId: "c1",
        title: x("tool title"),
        kind: x("kind"),
        status: "running",
        input: { [x("key")]: x("input") },
      },
    ],
    tool_call_update: [{ toolCallId: "c1", status: "failed", title: x("new title"), output: x("output") }],
    task_start: [
      { taskId: "k1", kind: "subagent", title: x("task"), toolCallId: "c1" },
      { taskId: "k2", kind: "command", title: x("another task") },
    ],
    task_stop: [{ state: "requested" }],
    task_end: [{ taskId: "k1", outcome: "completed", summary: x("summary"), workedMs: 5 }],
    file_read: [{ path: x("/read"), toolCallId: "c1" }],
    file_write: [{ path: x("/written"), toolCallId: "c1", bytes: 3 }],
    permission: [
      { id: "q1", ...asked, request },
      { id: "q1", state: "answered", option: x("own"), message: x("reason"), rule: x("rule") },
      { id: "q1", state: "applied", option: x("own") },
      { id: "q2", ...asked, form },
      { id: "q2", state: "stale", reason: x("gone") },
    ],
    rule_added: [{ rule: `[[allow]]\ncommand = ${JSON.stringify(x("rule"))}\n`, permission: "q1" }],
    usage: [{ turn: "t1", inputTokens: 1, outputTokens: 2, costUsd: 0.1 }],
    notice: [{ kind: x("kind"), text: x("notice"), raw: x("raw") }],
    lost: [{ text: x("lost"), from: 1, to: 2 }],
    error: [{ code: "other", message: x("error"), hint: x("hint") }],
    resume_failed: [{ run: x("run"), nativeId: x("native"), message: x("no resume"), hint: x("hint") }],
    quota_reached: [{ until: null, text: x("quota") }],
    quota_reported: [{ window: x("week"), usedPercent: 12, resetsAt: null }],
    checkpoint: [{ turn: "t1", moment: "start", tree: null, why: "failed", left: [x("left")] }],
    steer_taken: [{ turn: "t1", promptId: "p1" }],
    interrupt: [{ turn: "t1", state: "requested" }],
    turn_end: [{ turn: "t1", promptId: "p1", reason: "failed", error: x("failed"), durationMs: 5 }],
    agent_parked: [{ run: x("run"), text: x("parked") }],
    agent_exit: [
      { run: x("run"), outcome: "crashed", code: 1, signal: x("signal"), text: x("exit"), stderr: x("stderr") },
    ],
    prompt_withdrawn: [{ promptId: "p3", reason: x("withdrawn") }],
    queue_paused: [{ paused: true }],
    acknowledged: [{ seq: 1 }],
    arranged: [{ pinned: true, snooze: { until: x("until") }, unread: true, position: x("position") }],
    session_end: [{ reason: x("end") }],
    archived: [{}],
    unarchived: [{}],
    trashed: [{ batch: "b", until: "2036-01-01T00:00:00.000Z" }],
    restored: [{}],
  };
  return (Object.entries(data) as [EventType, object[]][])
    .flatMap(([type, all]) => all.map((one) => ({ type, data: one })))
    .map(({ type, data: one }, index) => ({ session, seq: index + 1, at: atSecond(index + 1), type, by, data: one }));
}

/** How many places in the log an adversary wrote. */
export const placesWith = (evil: string, value: unknown): number => {
  if (typeof value === "string") return value.includes(evil) ? 1 : 0;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, one]) => sum + placesWith(evil, key) + placesWith(evil, one), 0);
};

export async function appendLog(log: Log, session: string, events: readonly Event[]): Promise<void> {
  const state = events.reduce(reduce, initialState);
  await log.append({ session, events, summary: summaryOf(session, state), isBusy: false, blobs: [file] });
}
