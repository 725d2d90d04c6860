// Imports one session of another program, and reads it back: what the log has is compared with what was counted there.
import type { Client, ImportAnswer, ListedSession } from "../../client/index.ts";
import type { Event } from "../../core/index.ts";
import { type Counts, type EarlierEvent, ImportLines, type Survey } from "../../foreign/index.ts";
import { Failure } from "../failure.ts";
import type { Here } from "./plan.ts";

export interface TakenSession {
  session: ListedSession;
  events: number;
  counts: Readback;
}

type Readback = Pick<Counts, "prompts" | "answers" | "toolCalls" | "questions">;

const CHUNK_CHARACTERS = 64 * 1024;

export async function takeSession(
  client: Client,
  { id, survey, here }: { id: string; survey: Survey; here: Here | null },
): Promise<TakenSession> {
  const readback = new ReadBack();
  let head = here?.head ?? 0;
  let events = 0;
  let session: ListedSession | null = null;
  for await (const part of here ? partsOf(survey.events()) : [survey.events()]) {
    const sent = { events: 0 };
    const lines = new ImportLines({ session: id, after: head });
    const how = here ? { more: { session: id, after: head } } : {};
    const answer: ImportAnswer = await client.importSession(bytesOf(lines, part, sent), how);
    await readback.read(client, id, { after: head, events: sent.events });
    events += sent.events;
    if (answer.missingBlobs > 0) throw differs(`${answer.missingBlobs} long texts are missing in Skein's log`);
    session = answer.session;
    head = session?.head ?? head;
  }
  const counts = readback.counts;
  const different = (Object.keys(counts) as (keyof Readback)[]).filter((what) => counts[what] !== survey.counts[what]);
  if (different.length > 0 || readback.events !== events || !session)
    throw differs(
      [
        ...different.map(
          (what) => `${survey.counts[what]} ${words[what]} were counted there, and ${counts[what]} are in Skein's log`,
        ),
        ...(readback.events === events
          ? []
          : [`${events} events were written, and ${readback.events} are in Skein's log`]),
      ].join("; "),
    );
  return { session, events, counts };
}

const words = { prompts: "prompts", answers: "answers", toolCalls: "tool calls", questions: "questions" } as const;

const differs = (message: string): Failure =>
  new Failure(message, {
    exit: "failed",
    code: "counts_differ",
    fix: "delete the imported session and import it again",
  });

/** One part at a time is in memory: each becomes one commit. */
async function* partsOf(events: AsyncIterable<EarlierEvent>): AsyncGenerator<EarlierEvent[]> {
  let part: EarlierEvent[] = [];
  for await (const event of events) {
    part.push(event);
    if (event.type !== "external_id") continue;
    yield part;
    part = [];
  }
}

async function* bytesOf(
  lines: ImportLines,
  events: Iterable<EarlierEvent> | AsyncIterable<EarlierEvent>,
  sent: { events: number },
): AsyncGenerator<Uint8Array> {
  let chunk = "";
  for await (const event of events) {
    sent.events++;
    for (const line of lines.of(event)) {
      chunk += `${line}\n`;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield Buffer.from(chunk);
      chunk = "";
    }
  }
  yield Buffer.from(chunk);
}

/** Counts what the log has. */
class ReadBack {
  readonly counts: Readback = { prompts: 0, answers: 0, toolCalls: 0, questions: 0 };
  events = 0;
  #message: string | null = null;

  async read(client: Client, session: string, { after, events }: { after: number; events: number }): Promise<void> {
    if (events === 0) return;
    for await (const { event } of client.log(session, { after })) {
      this.#count(event);
      if (event.seq >= after + events) return;
    }
  }

  #count({ type, data }: Event): void {
    this.events++;
    const { messageId, state } = data as { messageId?: string; state?: string };
    if (type === "user_prompt") this.counts.prompts++;
    else if (type === "tool_call") this.counts.toolCalls++;
    else if (type === "permission" && state === "asked") this.counts.questions++;
    else if (type === "agent_message" && messageId !== this.#message) {
      this.counts.answers++;
      this.#message = messageId ?? null;
    }
  }
}
