// The messages between the daemon and the thread that reads long lines.
import type { LineRange, OffloadedLine } from "./offload-range.ts";

export interface ThreadData {
  nonce: string;
  /** How many more parts the thread may send before the log has stored some: at zero it waits. */
  credit: Int32Array<SharedArrayBuffer>;
}

export type LineRequest = LineRange & { path: string };

export type Report =
  | { kind: "part"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "end" }
  | { kind: "drop" }
  | { kind: "done"; line: OffloadedLine }
  | { kind: "failed"; message: string };
