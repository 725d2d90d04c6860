import * as z from "zod";
import { drainAnswer } from "../schemas/daemon.ts";
import { id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const drain = operation({
  method: "POST",
  path: "/v1/drain",
  summary: "Ends the daemon. By default idle agents are stopped and busy agents keep running.",
  about: "daemon",
  access: "admin",
  repeat: "harmless",
  isLong: true,
  worksWhileDraining: true,
  body: z.strictObject({ id, agents: z.enum(["keep", "stop"]).optional() }),
  answer: drainAnswer,
  status: 202,
});
