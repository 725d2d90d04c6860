// The fault of a corrupt or missing event.
import type { SkeinError } from "../../core/index.ts";
import { damaged } from "./storage-failed.ts";

export const brokenAt = (session: string, seq: number): SkeinError =>
  damaged(`event ${seq} of session ${session} was changed after it was written`, { session, seq });
