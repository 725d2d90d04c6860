// A session's conversation as Markdown, with a header about the session.
import type { Client, ListedSession } from "../../client/index.ts";
import { type Event, emptyTranscript, extendTranscript } from "../../core/index.ts";
import { toMarkdown } from "../render/markdown.ts";
import { dateAndTime } from "../text/clock-time.ts";
import { dollars, pluralize } from "../text/numbers.ts";

interface Printing {
  readonly after: number;
  /** For a terminal, where an agent's text must not look like Skein's. */
  readonly speech?: ((text: string) => string) | undefined;
}

export async function sessionMarkdown(
  client: Client,
  session: ListedSession,
  { after, speech }: Printing,
): Promise<string> {
  const events: Event[] = [];
  for await (const { event } of client.log(session.id, { after })) events.push(event);
  const { id, name, title, agent, model, workspace, createdAt, turns, usage } = session;
  const tokens = usage.inputTokens + usage.outputTokens;
  const facts = [
    `session ${id}`,
    `agent ${agent}${model === null ? "" : `, model ${model}`}`,
    `directory ${workspace.path}`,
    `begun ${dateAndTime(createdAt)}, ${pluralize(turns, "turn")}, ${pluralize(tokens, "token")}, ${dollars(usage.costUsd)}`,
  ];
  return toMarkdown({ title: name ?? title ?? id, facts }, extendTranscript(emptyTranscript, events), speech);
}
