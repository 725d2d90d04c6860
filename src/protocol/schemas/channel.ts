// The lines of a channel, and answers about its lanes.
import * as z from "zod";

/** A client counts its lanes itself. */
export const laneNumber = z.number().int().min(1).max(1_000_000_000).describe("Chosen by the client; not used before.");

export const laneAnswer = z.object({ lane: z.number() }).meta({ id: "LaneAnswer" });

export const channelLine = z
  .union([
    z.object({
      channel: z.literal("open"),
      id: z.string(),
      silenceMs: z.number().describe("A connection without a line for so long is dead: open another channel."),
    }),
    z.object({ channel: z.literal("beat") }).describe("Sent while nothing else is."),
    z.object({ lane: z.number(), line: z.unknown() }).describe("A line of a lane's stream, as it would be sent alone."),
    z.object({ lane: z.number(), end: z.literal(true) }).describe("The lane's stream has ended; the channel has not."),
  ])
  .meta({ id: "ChannelLine" });
