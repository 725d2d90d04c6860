// The fact that a tool has read or written a file.
import type { Fact } from "../../driver.ts";

export interface TouchedFile {
  readonly path: string;
  /** The file's size now; null if the call does not tell. */
  readonly bytes: number | null;
}

/** `kind` is the tool's. */
export const fileFact = (kind: string, { path, bytes }: TouchedFile, toolCallId: string): Fact =>
  kind === "read"
    ? { type: "file_read", data: { path, toolCallId } }
    : { type: "file_write", data: { path, toolCallId, ...(bytes === null ? {} : { bytes }) } };
