// A transport that reports every response or failure.
import { ConnectionError, type Transport } from "../../client/index.ts";

export type AnswerNews =
  | { readonly kind: "answered"; readonly status: number; readonly version: string | null }
  /** The daemon did not answer. */
  | { readonly kind: "failed" };

/** A proxy that can't reach the daemon answers by itself, without the daemon's version. */
export const newsOf = (status: number, version: string | null): AnswerNews =>
  version === null && [502, 503, 504].includes(status) ? { kind: "failed" } : { kind: "answered", status, version };

export const watchedTransport =
  (transport: Transport, tell: (news: AnswerNews) => void): Transport =>
  async (request) => {
    try {
      const response = await transport(request);
      const { status, version = null } = response;
      tell(newsOf(status, version));
      return response;
    } catch (error) {
      if (error instanceof ConnectionError && !request.signal?.aborted) tell({ kind: "failed" });
      throw error;
    }
  };
