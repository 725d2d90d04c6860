import * as z from "zod";
import { laneAnswer, laneNumber } from "../schemas/channel.ts";
import { id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const closeLane = operation({
  method: "DELETE",
  path: "/v1/channels/:channel/lanes",
  summary: "Ends a lane of a channel. The channel itself ends with its connection.",
  about: "log",
  feature: "channels",
  access: "read",
  repeat: "harmless",
  body: z.strictObject({ id, lane: laneNumber }),
  answer: laneAnswer,
});
