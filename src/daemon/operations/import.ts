// `POST /v1/import`: a session from a file that `skein export` wrote. The whole file is checked before any of it is written to the log.
import { randomUUID } from "node:crypto";
import { createReadStream, mkdirSync, rmSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import {
  arrivalOf,
  initialState,
  isUuid,
  type LeftOut,
  neededBlobs,
  reduce,
  type SessionState,
  SkeinError,
} from "../../core/index.ts";
import type { Log } from "../../log/index.ts";
import type { ImportAnswer } from "../../protocol/index.ts";
import { type ArrivingRecord, receive, whyUnresumable } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Call, Handlers } from "../http/call.ts";
import { arriving } from "../http/incoming-body.ts";
import { bytesOf } from "../http/read-body.ts";
import { type Reply, withStatus } from "../http/reply.ts";
import { arrivalIn } from "../import/arrival.ts";
import { linesOf } from "../import/lines.ts";
import { Records, type Summed } from "../import/records.ts";
import { Refusal } from "../refusal.ts";
import { importMore } from "./import-more.ts";

export function importHandlers(context: DaemonContext): Pick<Handlers, "importSession"> {
  const directory = join(context.paths.home, "arriving");
  // Files of imports that an earlier daemon did not finish. Their senders noticed when the connection broke.
  rmSync(directory, { recursive: true, force: true });
  const underWay = new Set<string>();

  return { importSession };

  async function importSession({ query: { dry, as, session, after }, request }: Call<"importSession">): Promise<Reply> {
    const body = arriving(bytesOf(request), context.clock);
    if (as === "more") {
      const place = { session: session ?? "", after: after ?? 0, isDry: dry === true };
      return withStatus(200, await importMore(context, body, place));
    }
    if (dry) {
      const looked = await lookThrough(context, body);
      // Refuses here too what a real import would refuse.
      idFor(context.log, { session: looked.from }, { asNew: as === "new", underWay });
      return withStatus(200, looked);
    }
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const path = join(directory, randomUUID());
    try {
      const found = await keepAndCheck(path, body);
      const session = idFor(context.log, found, { asNew: as === "new", underWay });
      underWay.add(session);
      try {
        const { state, ...blobs } = await receive(context.log, session, recordsIn(createReadStream(path))).catch(
          (error) => {
            throw isGone(error) ? keptForForks(session) : error;
          },
        );
        const { session: from, events, unknown } = found;
        const left = await admit(context, session, { state, from });
        const row = context.log.summary(session);
        return withStatus(201, { session: row, from, events, unknown, ...blobs, left } satisfies ImportAnswer);
      } finally {
        underWay.delete(session);
      }
    } finally {
      await unlink(path).catch(() => {});
    }
  }
}

const isGone = (error: unknown): boolean => error instanceof SkeinError && error.code === "session_gone";

const keptForForks = (session: string): Refusal =>
  new Refusal("session_exists", `Session ${session} was deleted here, and forks still depend on it.`, {
    session,
    isInTrash: false,
  });

async function admit(
  { log, sessions }: DaemonContext,
  session: string,
  { state, from }: { state: SessionState; from: string },
): Promise<LeftOut[]> {
  try {
    return await sessions.admit(session, { state, from, ...arrivalIn(state) });
  } catch (error) {
    await log.purge([session]).catch(() => {});
    throw error;
  }
}

function idFor(
  log: Log,
  { session }: Pick<Summed, "session">,
  { asNew, underWay }: { asNew: boolean; underWay: ReadonlySet<string> },
): string {
  if (asNew) return randomUUID();
  if (!isUuid(session))
    throw new Refusal(
      "invalid_import",
      `"${session.slice(0, 80)}" is not a session id. Import it under a new one: --as-new.`,
    );
  const there = log.summary(session);
  if (!there && !underWay.has(session)) return session;
  const isInTrash = there?.shelf === "trash";
  const detail = `Session ${session} is ${isInTrash ? "in the trash" : "here already"}.`;
  throw new Refusal("session_exists", detail, { session, isInTrash });
}

async function* recordsIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<ArrivingRecord> {
  const records = new Records();
  for await (const line of linesOf(body)) yield records.take(line);
}

/** Writes the body to a file and checks it; throws unless all of it can be imported. */
async function keepAndCheck(path: string, body: AsyncIterable<Uint8Array>): Promise<Summed> {
  const file = await open(path, "wx", 0o600);
  try {
    const records = new Records();
    for await (const line of linesOf(copied(body, file))) records.take(line);
    return records.end();
  } finally {
    await file.close();
  }
}

async function* copied(body: AsyncIterable<Uint8Array>, file: FileHandle): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    await file.writeFile(chunk);
    yield chunk;
  }
}

/** The check alone, for a dry run: writes nothing. */
async function lookThrough(context: DaemonContext, body: AsyncIterable<Uint8Array>): Promise<ImportAnswer> {
  const { log, clock } = context;
  const records = new Records();
  const given = new Set<string>();
  const needed = new Set<string>();
  let state = initialState;
  for await (const line of linesOf(body)) {
    const record = records.take(line);
    if (record.kind === "blob_part") {
      given.add(record.hash);
      continue;
    }
    for (const hash of neededBlobs(record.event)) needed.add(hash);
    state = reduce(state, record.event);
  }
  const { session: from, events, unknown } = records.end();
  const missing = [...needed].filter((hash) => !given.has(hash) && !log.blob(hash));
  const blobs = { blobs: needed.size - missing.length, missingBlobs: missing.length };
  const unresumable = whyUnresumable(context, from, state);
  const { left } = arrivalOf(state, { at: clock.now(), from, unresumable, ...arrivalIn(state) });
  return { session: null, from, events, unknown, ...blobs, left };
}
