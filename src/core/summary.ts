// The row of a session in a list: folded from its state, written in the transaction that changes it.
import { snoozeOf } from "./arrangement/snooze.ts";
import { isUnread } from "./arrangement/unread.ts";
import type { Copied } from "./lifecycle/state.ts";
import type { SessionState } from "./state.ts";
import { type StatusWord, statusOf } from "./status.ts";
import { countTasks } from "./task/state.ts";
import { trimLoneSurrogate } from "./text/trim-lone-surrogate.ts";
import type { UsageState } from "./usage/state.ts";

export interface Summary {
  id: string;
  name: string | null;
  /** The first line of the first prompt. */
  title: string | null;
  status: StatusWord;
  reason: { code: string; text: string; seq: number };
  agent: string;
  head: number;
  workspace: { id: string; path: string };
  createdAt: string;
  /** The last user activity in it. */
  lastActiveAt: string;
  /** The last activity of anyone in it, its agent included; absent in a row that an earlier version wrote. */
  activityAt?: string;
  updatedAt: string;
  queued: number;
  /** The number of background tasks, and since when the first one runs; absent if there are none. */
  background?: { tasks: number; since: string };
  turns: number;
  /** The beginning of the newest message: enough for a list. */
  lastMessage: string | null;
  nativeId: string | null;
  model: string | null;
  /** As set by people; absent for the agent's default. */
  mode?: string;
  /** The base of a fork. */
  fork?: { session: string; seq: number; turn: string | null };
  /** The part that was imported from another session under a new id: it counts there, not here. */
  copyOf?: Copied;
  /** The program that recorded it, and its id there. */
  external?: { system: string; id: string };
  usage: UsageState;
  /** Set if it is not in the normal lists. */
  shelf?: Exclude<Shelf, "listed">;
  trash?: { batch: string; until: string };
  /** The session that `clear` replaced with this one. */
  after?: string;
  /** When it was last made the active session of its workspace; absent if never. */
  selectedAt?: string;
  pinned?: true;
  /** Set while it is snoozed; `until` null = until it needs somebody, or has a result. */
  snooze?: { until: string | null };
  /** Something ended, or was marked, that no person has seen. */
  unread?: true;
  /** In the person's own order; absent for its age. */
  position?: string;
}

/** Where a session is: in lists, in the archive, or in the trash. */
export type Shelf = "listed" | "archived" | "trash";

export function shelfOf({ lifecycle }: SessionState): Shelf {
  if (lifecycle.trashed) return "trash";
  return lifecycle.archived ? "archived" : "listed";
}

export function summaryOf(id: string, state: SessionState): Summary {
  const { lifecycle } = state;
  const { word, reason } = statusOf(state);
  const createdAt = lifecycle.createdAt ?? "";
  return {
    id,
    name: lifecycle.name,
    title: state.prompt.title,
    status: word,
    reason,
    agent: lifecycle.agent,
    head: state.head,
    workspace: { id: lifecycle.workspace?.id ?? "", path: lifecycle.workspace?.path ?? "" },
    createdAt,
    lastActiveAt: lifecycle.lastActiveAt ?? createdAt,
    activityAt: lifecycle.activityAt ?? createdAt,
    updatedAt: lifecycle.updatedAt ?? createdAt,
    queued: state.prompt.queue.length,
    ...inBackground(state),
    turns: state.turn.count,
    lastMessage: state.message.last ? trimLoneSurrogate(state.message.last.preview) : null,
    nativeId: state.binding.nativeId,
    model: state.binding.model,
    ...(state.setting.mode === null ? {} : { mode: state.setting.mode }),
    ...(lifecycle.fork ? { fork: lifecycle.fork } : {}),
    ...(lifecycle.copyOf ? { copyOf: lifecycle.copyOf } : {}),
    ...(lifecycle.external ? { external: { system: lifecycle.external.system, id: lifecycle.external.id } } : {}),
    usage: state.usage,
    ...shelved(state),
    ...(lifecycle.after === null ? {} : { after: lifecycle.after }),
    ...(lifecycle.selectedAt === null ? {} : { selectedAt: lifecycle.selectedAt }),
    ...arrangedIn(state),
  };
}

function inBackground({ task }: SessionState): Pick<Summary, "background"> {
  const [first] = task.running;
  return first ? { background: { tasks: countTasks(task), since: first.startedAt } } : {};
}

function arrangedIn(state: SessionState): Pick<Summary, "pinned" | "snooze" | "unread" | "position"> {
  const { pinned, position } = state.arrangement;
  const snooze = snoozeOf(state);
  return {
    ...(pinned ? { pinned } : {}),
    ...(snooze ? { snooze: { until: snooze.until } } : {}),
    ...(isUnread(state) ? { unread: true as const } : {}),
    ...(position === null ? {} : { position }),
  };
}

function shelved(state: SessionState): Pick<Summary, "shelf" | "trash"> {
  const shelf = shelfOf(state);
  const { trashed } = state.lifecycle;
  if (shelf === "listed") return {};
  return { shelf, ...(trashed ? { trash: { batch: trashed.batch, until: trashed.until } } : {}) };
}
