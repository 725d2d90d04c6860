// That a person has read something is worth a note, and no reason to fail: what they asked for was shown.
import { type Client, ProblemError } from "../../client/index.ts";

/** False where the log can't be written now. */
export async function markAsRead(client: Client, session: string, seq: number): Promise<boolean> {
  try {
    await client.acknowledge(session, seq);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === "fenced") return false;
    throw error;
  }
}
