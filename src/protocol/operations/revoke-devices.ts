import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { revokedAnswer } from "../schemas/web.ts";
import { operation } from "./operation.ts";

export const revokeDevices = operation({
  method: "POST",
  path: "/v1/devices/revoke",
  summary: "Signs devices out and cuts their connections.",
  about: "person",
  feature: "web",
  access: "write",
  peopleOnly: "sign devices out",
  repeat: "harmless",
  body: z.strictObject({
    id,
    devices: z.array(z.string().max(64)).max(1000).optional().describe("Their ids; without it, all devices."),
  }),
  answer: revokedAnswer,
});
