// Channels, and streams that become lanes of them.
import { inOwnSpelling, pathInOwnSpelling } from "../../core/index.ts";
import { NDJSON, operations, type QueryOf } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { matcher } from "../http/match.ts";
import { readQuery } from "../http/read-query.ts";
import { asText, SENT } from "../http/reply.ts";
import { sessionNotFound } from "../http/session-of.ts";
import { Refusal } from "../refusal.ts";
import { type Channel, MAX_LANES } from "../streams/channel.ts";
import { filterOf } from "./list-query.ts";

const { events, changes } = operations;
const match = matcher({ events, changes });

export const channelHandlers = (context: DaemonContext): Pick<Handlers, "channel" | "openLane" | "closeLane"> => {
  const channelNamed = (id: string): Channel => {
    const channel = context.streams.channelOf(id);
    if (!channel)
      throw new Refusal("channel_not_found", "There is no such channel: its connection has ended. Open another.");
    return channel;
  };
  return {
    channel({ response, isHead }) {
      if (isHead) return asText("", NDJSON);
      context.streams.channel(response);
      return SENT;
    },

    openLane({ params, body: { lane, path } }) {
      const channel = channelNamed(params.channel);
      // The answer to an earlier attempt was lost.
      if (channel.has(lane)) return { lane };
      if (channel.isFull) throw new Refusal("channel_full", `A channel has at most ${MAX_LANES} lanes; close one.`);
      startLane(context, path, { channel, lane });
      return { lane };
    },

    closeLane({ params, body: { lane } }) {
      channelNamed(params.channel).closeLane(lane);
      return { lane };
    },
  };
};

function startLane(context: DaemonContext, given: string, { channel, lane }: { channel: Channel; lane: number }): void {
  const { log, streams } = context;
  const [path = "", search = ""] = pathInOwnSpelling(given).split(/\?(.*)/s);
  const found = match("GET", path);
  const output = channel.lane(lane);
  const common = { form: "ndjson", output } as const;
  if (found?.name === "changes") {
    const { after = 0, epoch = null, wait: _, ...query } = readQuery(changes.query, search) as QueryOf<"changes">;
    streams.rows({ ...common, filter: filterOf(context, query), after, epoch });
    return;
  }
  const {
    after = 0,
    epoch = null,
    follow,
  } = found ? (readQuery(events.query, search) as QueryOf<"events">) : { follow: false };
  if (!found || !follow)
    throw new Refusal(
      "invalid_body",
      `path must be that of events with follow=1, or of changes, not "${given.slice(0, 200)}".`,
    );
  const session = inOwnSpelling(found.params.session ?? "");
  if (!log.summary(session)) throw sessionNotFound(session);
  streams.session({ ...common, session, after, epoch, until: null });
}
