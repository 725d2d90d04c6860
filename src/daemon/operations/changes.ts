// The stream of changes to the list of sessions.
import { NDJSON, SSE } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { asText, SENT } from "../http/reply.ts";
import { lastEventId, streamAskedFor, waitMsIn } from "../http/stream-request.ts";
import { toResponse } from "../streams/output.ts";
import { filterOf } from "./list-query.ts";

export const changeHandlers = (context: DaemonContext): Pick<Handlers, "changes"> => ({
  changes({ query: { after: asked = 0, epoch = null, wait, ...query }, request, response, isHead }) {
    const type = streamAskedFor(request) ?? NDJSON;
    const filter = filterOf(context, query);
    if (isHead) return asText("", type);
    const after = lastEventId(request) ?? asked;
    const form = type === SSE ? "sse" : "ndjson";
    context.streams.rows({ filter, after, epoch, waitMs: waitMsIn({ wait }), form, output: toResponse(response) });
    return SENT;
  },
});
