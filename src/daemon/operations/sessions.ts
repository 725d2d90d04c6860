// Sessions: finding, listing, naming, selecting, archiving and ending them.
import { agentOf } from "../../agents/index.ts";
import { type Agent, HERE } from "../../core/index.ts";
import { ConfigError } from "../../home/config.ts";
import { type ListedSession, limits, NDJSON } from "../../protocol/index.ts";
import { sessionsInOrder, trashedHolderOf } from "../../session/index.ts";
import { queueLimitOf } from "../config/limits.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { asText, SENT } from "../http/reply.ts";
import { sessionNotFound } from "../http/session-of.ts";
import { Refusal } from "../refusal.ts";
import { afterCursor, cursorOf, filterOf } from "./list-query.ts";
import { workspaceAt } from "./locate-workspace.ts";

type Operations =
  | "resolve"
  | "sessions"
  | "session"
  | "rename"
  | "archive"
  | "arrange"
  | "select"
  | "restart"
  | "stop"
  | "acknowledge";

export const sessionHandlers = (context: DaemonContext): Pick<Handlers, Operations> => {
  const { log, sessions } = context;
  return {
    resolve({ query: { cwd, ref = null } }) {
      const workspace = cwd === undefined ? null : workspaceAt(context, cwd);
      const resolved = sessions.resolve({ ref, workspaceId: workspace });
      if (resolved.kind === "none" && ref === HERE) {
        const newest = log.sessions({ limit: 1 })[0] ?? null;
        throw new Refusal("session_not_found", cwd === undefined ? resolved.message : `No session in ${cwd}.`, {
          newest,
        });
      }
      if (resolved.kind === "none")
        throw new Refusal("session_not_found", resolved.message, { near: namesNear(context, ref) });
      if (resolved.kind === "ambiguous")
        throw new Refusal("ambiguous", resolved.message, {
          candidates: resolved.candidates.map(({ id }) => log.summary(id)),
        });
      const { id, by } = resolved;
      const session = rowOf(context, id);
      const isElsewhere = cwd !== undefined && session.workspace.id !== workspace;
      const isNamed = by === "name" && ref !== null && workspace !== null;
      const trashedHere = isNamed && isElsewhere ? trashedHolderOf(log, ref, workspace) : null;
      return { session, by, isElsewhere, trashedHere };
    },

    sessions({ query, request, response, isHead }) {
      const { limit: wanted = 50, cursor, ...narrowed } = query;
      const filter = filterOf(context, narrowed);
      if (request.headers.accept === NDJSON) {
        if (isHead) return asText("", NDJSON);
        context.streams.list(response, log.sessionIds(filter));
        return SENT;
      }
      const limit = Math.min(wanted, limits.pageSessions);
      const items = log.sessions({ ...filter, ...afterCursor(cursor, filter.sort), limit });
      const last = items.at(-1);
      const next = last && items.length === limit ? cursorOf(last, filter.sort) : null;
      return { items, next };
    },

    async session(call) {
      const { id, state } = await call.session();
      const { agent } = state.lifecycle;
      return {
        session: rowOf(context, id),
        state,
        epoch: log.epoch,
        limits: context.limits(),
        ...(unlessBroken(() => agentIn(context, agent)) ?? {}),
        ...(unlessBroken(() => ({ queueLimit: queueLimitOf(context.config(), agent) })) ?? {}),
      };
    },

    rename: async ({ body, session, envelope }) => sessions.rename(await session(), { ...envelope, name: body.value }),

    archive({ body: { value, force = false, expect }, submit }) {
      return submit(value ? { type: "archive", stop: force, expect } : { type: "unarchive", expect });
    },

    arrange({ body: { id: _, snooze, ...arrangement }, submit }) {
      const until = snooze?.until ?? null;
      const inUtc = snooze && { until: until === null ? null : new Date(until).toISOString() };
      return submit({ type: "arrange", ...arrangement, ...(snooze === undefined ? {} : { snooze: inUtc }) });
    },

    select: async ({ session, envelope }) => sessions.select(await session(), envelope),

    restart: ({ body: { expect }, submit }) => submit({ type: "restart", expect }),

    stop: ({ body: { expect }, submit }) => submit({ type: "stop", reason: "killed", expect }),

    acknowledge: ({ body: { seq }, submit }) => submit({ type: "acknowledge", seq }),
  };
};

function agentIn({ registry }: DaemonContext, name: string): { agent: Agent } | null {
  const agent = agentOf(registry, name);
  return agent && { agent };
}

/** Sessions can be viewed while the config can't be used. */
function unlessBroken<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

function rowOf({ log }: DaemonContext, id: string): ListedSession {
  const row = log.summary(id);
  if (!row) throw sessionNotFound(id);
  return row;
}

const NEAR = 3;
const LOOKED_AT = 1000;

/** Existing names similar to the requested one, only as suggestions. */
function namesNear({ log }: DaemonContext, ref: string | null): string[] {
  if (!ref) return [];
  const start = ref.slice(0, 3).toLowerCase();
  const names = new Set<string>();
  let looked = 0;
  for (const { name } of sessionsInOrder(log, { shelves: ["listed", "archived"] })) {
    if (name?.toLowerCase().startsWith(start)) names.add(name);
    if (names.size === NEAR || ++looked === LOOKED_AT) break;
  }
  return [...names];
}
