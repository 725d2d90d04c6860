// What is said of a file once a tool has read or written it.
import type { Fact } from "../../driver.ts";

export interface TouchedFile {
  readonly path: string;
  /** How many bytes it has now; null where the call does not say. */
  readonly bytes: number | null;
}

/** `kind` is that of the tool. */
export const fileFact = (kind: string, { path, bytes }: TouchedFile, toolCallId: string): Fact =>
  kind === "read"
    ? { type: "file_read", data: { path, toolCallId } }
    : { type: "file_write", data: { path, toolCallId, ...(bytes === null ? {} : { bytes }) } };
