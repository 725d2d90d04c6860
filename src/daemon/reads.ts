// Everything that only looks: the server, sessions and their logs.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Hono } from "hono";
import { HERE, inOwnSpelling } from "../core/index.ts";
import { limits, NDJSON, routes, type SessionList, SSE } from "../protocol/index.ts";
import { sessionsInOrder } from "../session/index.ts";
import { workspaceId } from "../workspace/index.ts";
import { json, Refusal, text } from "./answer.ts";
import { sessionNotFound, sessionOf } from "./commands.ts";
import type { DaemonContext } from "./context.ts";
import { afterCursor, cursorOf, filterOf } from "./list-query.ts";
import { locate } from "./locate.ts";
import { promptOf, queueOf } from "./prompts.ts";
import { readCursor, readQuery } from "./query.ts";
import { serverInfo } from "./server-info.ts";
import { limitOver } from "./streams.ts";

type Bound = { Bindings: HttpBindings };

export function readRoutes(app: Hono<Bound>, context: DaemonContext): void {
  const { log, sessions } = context;

  app.get(routes.health.path, () => text("ok", "text/plain"));

  app.get(routes.ready.path, () => {
    const condition = log.condition();
    if (condition.kind === "fenced" || condition.kind === "lost") throw new Refusal("fenced", condition.text);
    return text("ok", "text/plain");
  });

  app.get(routes.server.path, () => json(serverInfo(context)));

  app.get(routes.openapi.path, async () => text(await readFile(OPENAPI, "utf8"), "application/json"));

  app.get(routes.resolve.path, (c) => {
    const { cwd, ref = null } = readQuery(c, "resolve");
    const workspace = cwd === undefined ? null : workspaceOrNull(context, cwd);
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
    return json({ session: log.summary(resolved.id), by: resolved.by });
  });

  app.get(routes.sessions.path, (c) => {
    const { workspace: given, limit: wanted = 50, cursor, ...narrowed } = readQuery(c, "sessions");
    const workspace =
      given === undefined
        ? {}
        : { workspace: given.startsWith("/") ? (workspaceOrNull(context, given) ?? workspaceId(given)) : given };
    const filter = { ...workspace, ...filterOf(narrowed) };
    if (c.req.header("accept") === NDJSON) {
      if (isHead(c)) return text("", NDJSON);
      context.streams.list(c.env.outgoing, log.sessionIds(filter));
      return RESPONSE_ALREADY_SENT;
    }
    const limit = Math.min(wanted, limits.pageSessions);
    const items = log.sessions({ ...filter, ...afterCursor(cursor, filter.sort), limit });
    const last = items.at(-1);
    const next = last && items.length === limit ? cursorOf(last, filter.sort) : null;
    return json({ items, next } satisfies SessionList);
  });

  app.get(routes.session.path, async (c) => {
    const session = await sessionOf(context, c);
    return json({
      session: log.summary(session.id),
      state: session.state,
      epoch: log.epoch,
      limits: context.limits(),
    });
  });

  app.get(routes.prompts.path, async (c) => {
    const session = await sessionOf(context, c);
    return json(queueOf(session.state, { isFollowed: sessions.fanOut.isFollowed(session.id) }));
  });

  app.get(routes.promptOutcome.path, async (c) => {
    const session = await sessionOf(context, c);
    const id = c.req.param("prompt") ?? "";
    const found = await promptOf({ log, session: session.id }, session.state, id);
    if (!found) throw new Refusal("prompt_not_found", `There is no prompt "${id}" in this session.`);
    return json(found);
  });

  app.get(routes.events.path, (c) => {
    const session = c.req.param("session") ?? "";
    if (!log.summary(session)) throw sessionNotFound(session);
    const form = c.req.header("accept") ?? "";
    const query = readQuery(c, "events");
    const after = lastEventId(c) ?? query.after ?? 0;
    if (form.startsWith(SSE) || form.startsWith(NDJSON)) {
      if (isHead(c)) return text("", form.startsWith(SSE) ? SSE : NDJSON);
      const isFollowing = form.startsWith(SSE) || query.follow === true;
      const until = isFollowing ? null : log.read({ session, after: 0, limit: 1 }).head;
      context.streams.session({
        session,
        after,
        until,
        epoch: query.epoch ?? null,
        form: form.startsWith(SSE) ? "sse" : "ndjson",
        response: c.env.outgoing,
      });
      return RESPONSE_ALREADY_SENT;
    }
    const page = log.read({
      session,
      limit: Math.min(query.limit ?? 200, limits.pageEvents),
      maxBytes: PAGE_BYTES,
      ...(query.before === undefined ? { after } : { before: query.before }),
    });
    const { events, ...facts } = page;
    const head = JSON.stringify({ ...facts, epoch: log.epoch });
    return text(`{"events":[${events.map(({ line }) => line).join(",")}],${head.slice(1)}`, "application/json");
  });

  app.get(routes.allEvents.path, (c) => {
    const form = c.req.header("accept") ?? "";
    const query = readQuery(c, "allEvents");
    const after = lastEventId(c) ?? query.after ?? 0;
    const only = query.sessions?.split(",").map(inOwnSpelling);
    if (form.startsWith(SSE) || form.startsWith(NDJSON)) {
      if (isHead(c)) return text("", form.startsWith(SSE) ? SSE : NDJSON);
      context.streams.everything({
        after,
        sessions: only ?? null,
        epoch: query.epoch ?? null,
        form: form.startsWith(SSE) ? "sse" : "ndjson",
        response: c.env.outgoing,
      });
      return RESPONSE_ALREADY_SENT;
    }
    const limit = limitOver(only ?? null, Math.min(query.limit ?? 200, limits.pageEvents));
    const { events, ...facts } = log.readCommits({
      after,
      limit,
      maxBytes: PAGE_BYTES,
      ...(only ? { sessions: only } : {}),
    });
    const lines = events.map(({ commit, line }) => `{"commit":${commit},"event":${line}}`);
    return text(
      `{"events":[${lines.join(",")}],${JSON.stringify({ ...facts, epoch: log.epoch }).slice(1)}`,
      "application/json",
    );
  });
}

/** Made from the route table by `npm run schemas`; it travels beside the program. */
const OPENAPI = import.meta.filename.endsWith(".ts")
  ? join(import.meta.dirname, "../../docs/openapi.json")
  : join(import.meta.dirname, "openapi.json");

/** What is read, joined and encoded in one go: the event loop stands still for it. */
const PAGE_BYTES = 1024 * 1024;

/** HEAD asks a GET route for its headers alone: no stream is begun for it. */
const isHead = (c: Context): boolean => c.req.method === "HEAD";

/** Wins over `after`: it is what a reconnecting reader really has. */
function lastEventId(c: Context): number | null {
  const last = c.req.header("last-event-id");
  return last === undefined ? null : readCursor("Last-Event-ID", last);
}

function workspaceOrNull(context: DaemonContext, cwd: string): string | null {
  try {
    return locate(context, { typed: null, cwd }).id;
  } catch {
    return null;
  }
}

const NEAR = 3;
const LOOKED_AT = 1000;

/** Names that begin like what was asked for: only ever a suggestion. */
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
