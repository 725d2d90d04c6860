// Long texts and files, by their hash.

import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { arriving } from "../http/incoming-body.ts";
import { bytesOf } from "../http/read-body.ts";
import { receiveUpload } from "../http/receive-upload.ts";
import { SENT } from "../http/reply.ts";
import { Refusal } from "../refusal.ts";
import { blobHeaders } from "../streams/send-blob.ts";

export const blobHandlers = ({ log, streams, clock }: DaemonContext): Pick<Handlers, "blob" | "upload"> => ({
  blob({ params: { hash }, response, isHead }) {
    const blob = log.blob(hash);
    if (!blob) {
      const detail = `There is no text "${hash.slice(0, 80)}"; a shortened event has the name of the whole text: 64 hex digits.`;
      throw new Refusal("blob_not_found", detail);
    }
    if (isHead) response.writeHead(200, blobHeaders(blob)).end();
    else streams.blob(response, blob);
    return SENT;
  },

  upload({ request }) {
    const length = Number(request.headers["content-length"] ?? 0);
    return receiveUpload(log, { length, body: arriving(bytesOf(request), clock) });
  },
});
