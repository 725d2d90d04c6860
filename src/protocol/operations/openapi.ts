import * as z from "zod";
import { operation } from "./operation.ts";

export const openapi = operation({
  method: "GET",
  path: "/v1/openapi.json",
  summary: "This document.",
  about: "daemon",
  access: "read",
  repeat: "harmless",
  answer: z.record(z.string(), z.unknown()),
});
