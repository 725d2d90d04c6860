// The messages between a tab and the shared worker. The tab chooses the numbers of its lanes.
import type { AnswerNews } from "../watched-transport.ts";

export type ToWorker =
  /** The tab holds `lock` while it lives. */
  | { readonly kind: "hello"; readonly lock: string }
  /** This browser's key; sent before everything else. */
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "open"; readonly lane: number; readonly path: string }
  | { readonly kind: "close"; readonly lane: number }
  /** The tab has read this many bytes of a lane. */
  | { readonly kind: "took"; readonly lane: number; readonly bytes: number }
  | { readonly kind: "wake" }
  /** Whether the worker is there. */
  | { readonly kind: "ask" };

export type ToTab =
  | { readonly kind: "opened"; readonly lane: number }
  | { readonly kind: "refused"; readonly lane: number; readonly status: number; readonly body: Uint8Array }
  | { readonly kind: "failed"; readonly lane: number; readonly why: string }
  | { readonly kind: "bytes"; readonly lane: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end"; readonly lane: number }
  | { readonly kind: "next try"; readonly atMs: number | null }
  | { readonly kind: "delayed" }
  | { readonly kind: "here" }
  | { readonly kind: "line"; readonly news: AnswerNews };

/** The part of a MessagePort that is used. */
export interface Port<In, Out> {
  postMessage(message: Out, transfer?: ArrayBuffer[]): void;
  onmessage: ((event: { readonly data: In }) => void) | null;
}
