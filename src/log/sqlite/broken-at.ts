// The fault of an event that is not what was written, or not there.
import type { SkeinError } from "../../core/index.ts";
import { damaged } from "./storage-failed.ts";

export const brokenAt = (session: string, seq: number): SkeinError =>
  damaged(`event ${seq} of session ${session} is not as it was written`, { session, seq });
