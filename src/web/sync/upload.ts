// What uploading a file is, for those who have files uploaded.
import type { UploadAnswer } from "../../protocol/index.ts";

export interface UploadWatch {
  readonly signal: AbortSignal;
  /** Bytes of this file, again and again. */
  readonly onSent: (bytes: number) => void;
}

export type Upload = (content: Blob, watch: UploadWatch) => Promise<Pick<UploadAnswer, "hash">>;
