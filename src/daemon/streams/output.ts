// Where a stream goes: the answer to a request of its own, or a lane of a channel.
import type { ServerResponse } from "node:http";
import { NDJSON, SSE } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import { ourHeaders } from "../server/headers.ts";
import type { InFlight } from "./in-flight.ts";
import { openPageWriter, type Page } from "./page-writer.ts";

export type Form = "sse" | "ndjson";

export interface Output {
  /** Answers. Nothing may be written before. */
  begin(form: Form, { isEndless }: { isEndless: boolean }): void;
  /** Whether a page may be written now. If not, `next` is called when it may. */
  mayWrite(): boolean;
  page(page: Page): void;
  /** The first frames, which are short and do not wait. */
  write(text: string): void;
  /** It takes nothing after its end, and may be closed much later. */
  readonly isOver: boolean;
  end(text?: string): void;
  /** Breaks off visibly. */
  destroy(): void;
  onClose(listener: () => void): void;
}

export interface OutputDependencies {
  readonly clock: Clock;
  readonly inFlight: InFlight;
  /** Asks for the next page. */
  readonly next: () => void;
}

export type OpenOutput = (deps: OutputDependencies) => Output;

export const streamHeaders = (form: Form): Record<string, string> => ({
  "content-type": form === "sse" ? SSE : NDJSON,
  "cache-control": "no-store",
  "x-accel-buffering": "no",
  ...ourHeaders,
});

export const toResponse =
  (response: ServerResponse): OpenOutput =>
  (deps) => {
    const writer = openPageWriter(response, deps);
    return {
      begin(form, { isEndless }) {
        // To follow has no end that could be missed, so its end is the connection's: chunks would make each write four.
        if (isEndless) response.useChunkedEncodingByDefault = false;
        response.writeHead(200, streamHeaders(form));
      },
      mayWrite: () => !writer.isWaiting,
      page: (page) => writer.write(page),
      write: (text) => {
        response.write(text);
      },
      get isOver() {
        return response.writableEnded || response.destroyed;
      },
      end: (text = "") => {
        response.end(text);
      },
      destroy: () => {
        response.destroy();
      },
      onClose: (listener) => {
        response.once("close", listener);
      },
    };
  };
