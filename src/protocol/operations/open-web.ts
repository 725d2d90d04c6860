import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { openedWebAnswer } from "../schemas/web.ts";
import { operation } from "./operation.ts";

const path = z.string().startsWith("/").max(4096);

export const openWeb = operation({
  method: "POST",
  path: "/v1/web",
  summary: "Opens the page for browsers, and makes a code that signs one of them in.",
  about: "person",
  feature: "web",
  access: "admin",
  peopleOnly: "open the page",
  repeat: "harmless",
  revives: true,
  body: z.strictObject({
    id,
    port: z
      .number()
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe("From now on. Without it the page keeps its port; the first time a free one is chosen."),
    network: z
      .strictObject({ host: z.string().min(1).max(253), cert: path.optional(), key: path.optional() })
      .nullable()
      .optional()
      .describe(
        "Another address of this machine, beside loopback. It needs a certificate and its key, or a proxy. `null`: none any more.",
      ),
    proxy: z
      .strictObject({ origin: z.string().max(300), isTailscale: z.boolean().optional() })
      .nullable()
      .optional()
      .describe("What stands before the page and speaks HTTPS: `https://<name>`. `null`: none any more."),
  }),
  answer: openedWebAnswer,
});
