// The events of one session or of all, as pages and as streams.
import { inOwnSpelling } from "../../core/index.ts";
import { JSON_TYPE, limits, SSE } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { asText, SENT } from "../http/reply.ts";
import { lastEventId, streamAskedFor, waitMsIn } from "../http/stream-request.ts";
import { toResponse } from "../streams/output.ts";
import { limitOver } from "../streams/streams.ts";

const USUAL_LIMIT = 200;

/** What is read, joined and encoded in one piece: it blocks the event loop. */
const PAGE_BYTES = 1024 * 1024;

export const eventHandlers = ({ log, streams }: DaemonContext): Pick<Handlers, "events" | "allEvents"> => ({
  events({ params: { session }, query, request, response, isHead }) {
    const form = streamAskedFor(request);
    const after = lastEventId(request) ?? query.after ?? 0;
    if (form) {
      if (isHead) return asText("", form);
      const isFollowing = form === SSE || query.follow === true;
      const until = isFollowing ? null : log.read({ session, after: 0, limit: 1 }).head;
      const epoch = query.epoch ?? null;
      streams.session({
        session,
        after,
        until,
        waitMs: isFollowing ? waitMsIn(query) : null,
        epoch,
        form: form === SSE ? "sse" : "ndjson",
        output: toResponse(response),
      });
      return SENT;
    }
    const { events, ...facts } = log.read({
      session,
      limit: Math.min(query.limit ?? USUAL_LIMIT, limits.pageEvents),
      maxBytes: PAGE_BYTES,
      ...(query.before === undefined ? { after } : { before: query.before }),
    });
    return page(
      events.map(({ line }) => line),
      { ...facts, epoch: log.epoch },
    );
  },

  allEvents({ query, request, response, isHead }) {
    const form = streamAskedFor(request);
    const after = lastEventId(request) ?? query.after ?? 0;
    const only = query.sessions?.split(",").map(inOwnSpelling) ?? null;
    if (form) {
      if (isHead) return asText("", form);
      const isFollowing = form === SSE || query.follow === true;
      const until = isFollowing ? null : log.lastCommit();
      const epoch = query.epoch ?? null;
      streams.everything({
        after,
        until,
        waitMs: isFollowing ? waitMsIn(query) : null,
        sessions: only,
        epoch,
        form: form === SSE ? "sse" : "ndjson",
        output: toResponse(response),
      });
      return SENT;
    }
    const { events, ...facts } = log.readCommits({
      after,
      limit: limitOver(only, Math.min(query.limit ?? USUAL_LIMIT, limits.pageEvents)),
      maxBytes: PAGE_BYTES,
      ...(only ? { sessions: only } : {}),
    });
    return page(
      events.map(({ commit, line }) => `{"commit":${commit},"event":${line}}`),
      { ...facts, epoch: log.epoch },
    );
  },
});

/** The log's lines are sent unchanged. */
const page = (lines: readonly string[], facts: object) =>
  asText(`{"events":[${lines.join(",")}],${JSON.stringify(facts).slice(1)}`, JSON_TYPE);
