// What a tab and the shared worker say to each other. A lane's number is the tab's own.
import type { LineNews } from "./watched-transport.ts";

export type ToWorker =
  /** `lock` is held by the tab for as long as it lives. */
  | { readonly kind: "hello"; readonly lock: string }
  /** This browser's key; before anything else. */
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "open"; readonly lane: number; readonly path: string }
  | { readonly kind: "close"; readonly lane: number }
  /** So many bytes of a lane have arrived. */
  | { readonly kind: "took"; readonly lane: number; readonly bytes: number }
  | { readonly kind: "wake" };

export type ToTab =
  | { readonly kind: "opened"; readonly lane: number }
  | { readonly kind: "refused"; readonly lane: number; readonly status: number; readonly body: Uint8Array }
  | { readonly kind: "failed"; readonly lane: number; readonly why: string }
  | { readonly kind: "bytes"; readonly lane: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end"; readonly lane: number }
  | { readonly kind: "next try"; readonly atMs: number | null }
  | { readonly kind: "held back" }
  | { readonly kind: "line"; readonly news: LineNews };

/** The part of a MessagePort that is used. */
export interface Port<In, Out> {
  postMessage(message: Out, transfer?: ArrayBuffer[]): void;
  onmessage: ((event: { readonly data: In }) => void) | null;
}
