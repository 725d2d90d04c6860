// Blobs: `GET /v1/blobs/{sha256}` gives a long text or a file, `POST /v1/blobs` takes a file for a prompt.
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { routes } from "../protocol/index.ts";
import { json, Refusal } from "./answer.ts";
import { arriving } from "./arriving.ts";
import { refuseWhileDraining } from "./commands.ts";
import type { DaemonContext } from "./context.ts";
import { blobHeaders } from "./send-blob.ts";
import { takeUpload } from "./take-upload.ts";

export function blobRoutes(app: Hono<{ Bindings: HttpBindings }>, context: DaemonContext): void {
  const { log, streams, clock } = context;
  app.get(routes.blob.path, (c) => {
    const hash = c.req.param("hash");
    const blob = log.blob(hash);
    if (!blob) {
      const detail = `No text has the name "${hash.slice(0, 80)}"; an event that is cut says the name of the whole: 64 hex digits.`;
      throw new Refusal("blob_not_found", detail);
    }
    if (c.req.method === "HEAD") return new Response(null, { headers: blobHeaders(blob) });
    streams.blob(c.env.outgoing, blob);
    return RESPONSE_ALREADY_SENT;
  });

  app.post(routes.upload.path, async (c) => {
    refuseWhileDraining(context);
    const length = Number(c.req.header("content-length") ?? 0);
    return json(await takeUpload(log, { length, body: arriving(c.req.raw.body, clock) }), 201);
  });
}
