// Who did something, in a few words: the device if it came from one, else the program. Not made safe for a terminal.
import type { By } from "../../core/index.ts";

export const byName = (by: Pick<By, "name" | "device"> | null | undefined): string | undefined =>
  by?.device || by?.name || undefined;
