// `GET /v1/blobs/{sha256}`: the whole of a text of which an event shows the beginning.
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { routes } from "../protocol/index.ts";
import { Refusal } from "./answer.ts";
import type { DaemonContext } from "./context.ts";

export function blobRoutes(app: Hono<{ Bindings: HttpBindings }>, { log, streams }: DaemonContext): void {
  app.get(routes.blob.path, (c) => {
    const hash = c.req.param("hash");
    const blob = log.blob(hash);
    if (!blob) {
      const detail = `No text has the name "${hash.slice(0, 80)}"; an event that is cut says the name of the whole: 64 hex digits.`;
      throw new Refusal("blob_not_found", detail);
    }
    streams.blob(c.env.outgoing, blob);
    return RESPONSE_ALREADY_SENT;
  });
}
