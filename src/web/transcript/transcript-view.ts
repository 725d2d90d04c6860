/** What is shown as a transcript: a session as it is, or as it was. */
import type { Transcript } from "../../core/index.ts";

export interface TranscriptView {
  readonly transcript: Transcript;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** The newest event that there is, wherever the transcript is. */
  readonly lastSeenSeq: number;
  loadOlder(): Promise<boolean>;
  loadNewer(): Promise<boolean>;
  /** Moves the transcript to this event. */
  seek(seq: number): Promise<void>;
  toEnd(): Promise<void>;
  /** Somebody reads in the middle. */
  hold(isHeld: boolean): void;
}
