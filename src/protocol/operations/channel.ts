import { NDJSON } from "../media.ts";
import { channelLine } from "../schemas/channel.ts";
import { operation } from "./operation.ts";

export const channel = operation({
  method: "GET",
  path: "/v1/channel",
  summary: "Many streams over one connection. Its first line has the channel's id, with which lanes are opened.",
  about: "log",
  feature: "channels",
  access: "read",
  repeat: "harmless",
  answer: channelLine,
  gives: [NDJSON],
});
