import * as z from "zod";
import { laneAnswer, laneNumber } from "../schemas/channel.ts";
import { id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const openLane = operation({
  method: "POST",
  path: "/v1/channels/:channel/lanes",
  summary: "Sends a stream as a lane of a channel, instead of as an answer of its own.",
  about: "log",
  feature: "channels",
  access: "read",
  repeat: "harmless",
  body: z.strictObject({
    id,
    lane: laneNumber,
    path: z
      .string()
      .max(8192)
      .describe("A stream as it would be requested: the path and query of `events` with `follow=1`, or of `changes`."),
  }),
  answer: laneAnswer,
});
