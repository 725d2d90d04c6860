// Marks a session as read. A failure is ignored, because the command has already shown what was asked for.
import { type Client, ProblemError } from "../../client/index.ts";

/** False if the log can't be written now. */
export async function markAsRead(client: Client, session: string, seq: number): Promise<boolean> {
  try {
    await client.acknowledge(session, seq);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === "fenced") return false;
    throw error;
  }
}
