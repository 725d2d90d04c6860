// A message of the program itself, for people.
import * as z from "zod";
import type { Fact } from "../driver.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import type { LineOf } from "./protocol.ts";

const MAX_TEXT = 500;
const said = z.object({ content: z.string(), message: z.string(), summary: z.string(), text: z.string() }).partial();

export function noticeOf(line: LineOf<"system">): Fact {
  const notice = (text: string): Fact => ({
    type: "notice",
    data: { kind: line.subtype, text: text.slice(0, MAX_TEXT) },
  });
  if (line.subtype === "api_retry") return notice(retryText(line));
  if (line.subtype === "compact_boundary") return notice("The conversation was compacted to free up context.");
  const { content, message, summary, text } = said.safeParse(line).data ?? {};
  const words = content ?? message ?? summary ?? text;
  return words
    ? notice(words)
    : unreadableLine(JSON.stringify(line), `Claude Code sent a message that Skein does not know: ${line.subtype}.`);
}

const retry = z.object({
  attempt: z.number(),
  max_retries: z.number(),
  error_status: z.number().nullish(),
  error: z.string(),
});

function retryText(line: LineOf<"system">): string {
  const known = retry.safeParse(line).data;
  if (!known) return "The model could not be reached; retrying.";
  const { attempt, max_retries, error_status, error } = known;
  const why = error_status ? `${error}, status ${error_status}` : "the connection was lost";
  return `The model did not answer (${why}); retrying, attempt ${attempt} of ${max_retries}.`;
}
