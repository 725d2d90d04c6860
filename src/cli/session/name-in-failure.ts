// Puts the session's reference into the hints of a command with one session.
import type { Context } from "../command.ts";
import { explain } from "../explain.ts";
import { fillIn, hasPlaceholder } from "../render/placeholders.ts";
import type { Named } from "../render/session-name.ts";
import { referenceTo } from "./reference.ts";

/** The same error if its hint names no session. */
export async function nameInFailure(
  error: unknown,
  { session, context }: { session: Named; context: Context },
): Promise<unknown> {
  const failure = explain(error);
  const { fix } = failure;
  if (fix === undefined || !hasPlaceholder(fix)) return error;
  const ref = await referenceTo(await context.client(), session, context);
  return failure.withFix(fillIn(fix, { ref }));
}
