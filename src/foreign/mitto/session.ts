// One session of Mitto: what is in its files, and what of it is new since it was imported.
import { join } from "node:path";
import { promptTitle } from "../../core/index.ts";
import { believableTime } from "../kit/believable-time.ts";
import { Fields } from "../kit/fields.ts";
import { type Damage, joinDamage, linesOf } from "../kit/join-damage.ts";
import { type Found, readRecords } from "../kit/read-records.ts";
import {
  type Counts,
  type EarlierEvent,
  type ForeignSession,
  noCounts,
  type Skipped,
  type Survey,
  type Taken,
} from "../system.ts";
import { Conversion } from "./convert.ts";
import { chunksOf, lengthOfFile, readJson } from "./files.ts";
import { directoryIn, type Metadata, readMetadata } from "./metadata.ts";
import { Part } from "./part.ts";
import { readQueue, type WaitingPrompt } from "./queue.ts";
import { count, hashOf, OPENING, Repeated, typeOf } from "./record.ts";

const EVENTS = "events.jsonl";
const METADATA = "metadata.json";
const QUEUE = "queue.json";
const NOT_SENT = "it was queued in Mitto, and nothing that is imported is sent";
const MAX_SKIPPED = 20;
const MAX_NAME_LENGTH = 200;
const MAX_SESSION_NAME = 64;

export function mittoSession({ id, path, now }: { id: string; path: string; now: number }): ForeignSession {
  return {
    id,
    async survey(taken) {
      const { survey, ...seen } = await look(path, taken, now);
      return { ...survey, events: () => eventsOf({ id, survey, ...seen }, { path, taken, now }) };
    },
  };
}

interface Look {
  survey: Omit<Survey, "events">;
  /** When the file was changed. */
  modified: number;
  /** As much of it as there was. */
  bytes: number;
  metadata: Metadata;
  /** The first new record; they are counted from 1. */
  from: number;
  last: string | null;
  /** New ones. */
  waiting: readonly WaitingPrompt[];
  allWaiting: readonly string[];
}

/** Everything but the content: the file is read through once. */
async function look(path: string, taken: Taken | null, now: number): Promise<Look> {
  const { value, why } = await readJson(join(path, METADATA));
  const { bytes, modified } = (await lengthOfFile(join(path, EVENTS))) ?? { bytes: 0, modified: now };
  const skipped: Skipped[] = [];
  let skippedCount = 0;
  const skip = (place: string, because: string): void => {
    skippedCount++;
    if (skipped.length < MAX_SKIPPED) skipped.push({ place, why: because });
  };
  if (value === null) skip(METADATA, why ?? "there is none");
  const metadata = readMetadata(value);
  let [records, position, counts, former]: [number, number | null, Counts, string | null] = [
    0,
    null,
    { ...noCounts },
    null,
  ];
  let last: string | null = null;
  const known = taken?.position ?? null;
  let alike = 0;
  if (known === null || known.last === null) position = 0;
  for await (const found of recordsIn(path, bytes)) {
    if (found.kind === "skipped") {
      skip(`${EVENTS} ${linesOf(found)}`, found.why);
      continue;
    }
    records++;
    last = found.hash;
    const type = typeOf(found.value);
    if (type === "session_start") fillIn(metadata, found.value.data);
    if (found.hash === known?.last && (position === null || position !== known.records)) {
      position = records;
      alike++;
      counts = { ...noCounts };
      former = null;
    } else {
      count(counts, type, former);
      former = type;
    }
  }
  const { prompts, left } = await waitingIn(path, skip);
  if (left > 0) skip(QUEUE, `${left} more queued prompts`);
  const waiting = prompts.filter((prompt) => !known?.waiting.includes(prompt.id));
  // Of several that are like it, only the one at its place is certainly the last imported one.
  const isCut = position === null || (alike > 1 && position !== known?.records);
  const { title, directory, isArchived } = metadata;
  return {
    ...{ bytes, modified, metadata, last: last ?? known?.last ?? null, waiting, from: (position ?? records) + 1 },
    allWaiting: prompts.map((prompt) => prompt.id),
    survey: {
      ...{ title: title === null ? null : promptTitle(title), directory, isArchived, skipped, skippedCount, isCut },
      counts: isCut ? noCounts : { ...counts, waiting: waiting.length },
    },
  };
}

/** What the first record says, where there is no metadata. */
function fillIn(metadata: Metadata, data: unknown): void {
  const fields = new Fields(data);
  metadata.server ??= fields.text("acp_server");
  metadata.directory ??= directoryIn(fields);
}

async function waitingIn(
  path: string,
  skip: (place: string, why: string) => void,
): Promise<{ prompts: WaitingPrompt[]; left: number }> {
  const { value, why } = await readJson(join(path, QUEUE));
  const queue = value === null ? null : readQueue(value);
  if (queue) return queue;
  if (why !== null || value !== null) skip(QUEUE, why ?? "it is not a queue");
  return { prompts: [], left: 0 };
}

type Whole = Extract<Found, { kind: "record" }> & { hash: string };

const recordsIn = (path: string, bytes: number): AsyncGenerator<Whole | Damage, void> =>
  joinDamage(eachOnce(path, bytes));

async function* eachOnce(
  path: string,
  bytes: number,
): AsyncGenerator<Whole | Extract<Found, { kind: "skipped" }>, void> {
  if (bytes === 0) return;
  const repeated = new Repeated();
  for await (const found of readRecords(chunksOf(join(path, EVENTS), bytes), OPENING)) {
    if (found.kind === "skipped") {
      yield found;
      continue;
    }
    const hash = hashOf(found.value);
    if (repeated.has(found.value, hash))
      yield { kind: "skipped", line: found.line, why: "it is there twice", text: "" };
    else yield { ...found, hash };
  }
}

async function* eventsOf(
  { id, metadata, from, waiting, allWaiting, survey, last, ...file }: Look & { id: string },
  { path, taken, now }: { path: string; taken: Taken | null; now: number },
): AsyncGenerator<EarlierEvent, void> {
  if (survey.isCut) return;
  const modified = new Date(Math.min(file.modified, now)).toISOString();
  const createdAt = believableTime(metadata.createdAt, now) ?? modified;
  const done = taken?.position.records ?? 0;
  const conversion = new Conversion({
    ...{ server: metadata.server, turns: taken?.turns ?? 0, records: done, now },
    at: taken ? modified : createdAt,
  });
  if (!taken) yield* beginning(metadata, createdAt);
  let part = new Part();
  let number = 0;
  let lastTaken = taken?.position.last ?? null;
  /** Damaged places since the last record. */
  let [places, known] = [0, taken?.position.damaged ?? 0];
  const reference = (records: number, position: { last: string | null; waiting: readonly string[] }): EarlierEvent => {
    const damaged = places > 0 ? { damaged: places } : {};
    const { waiting, last } = position;
    const upTo = { records: done + records, last, ...damaged, waiting: [...waiting] };
    const by = { kind: "daemon" } as const;
    return { type: "external_id", by, at: conversion.at, data: { ...referenceOf(id, metadata), taken: upTo } };
  };
  function* endPart(records: number): Generator<EarlierEvent> {
    yield* conversion.end();
    yield reference(records, { last: lastTaken, waiting: taken?.position.waiting ?? [] });
    part = new Part();
  }
  for await (const found of recordsIn(path, file.bytes)) {
    if (found.kind === "skipped") {
      if (number < from - 1) continue;
      if (places + found.places > known) {
        const notice = conversion.skip(linesOf(found), found.why, found.text);
        const isTurnsEnd = !conversion.hasOpenTurn;
        if (taken && part.endsBefore(found.text.length, { isTurnsEnd })) yield* endPart(number + 1 - from);
        part.add(notice);
        yield notice;
      }
      places += found.places;
      continue;
    }
    number++;
    if (number < from) continue;
    const isTurnsEnd = typeOf(found.value) === "user_prompt" || !conversion.hasOpenTurn;
    if (taken && part.endsBefore(JSON.stringify(found.value).length, { isTurnsEnd })) yield* endPart(number - from);
    [places, known] = [0, 0];
    lastTaken = found.hash;
    for (const event of conversion.take(found.value)) {
      part.add(event);
      yield event;
    }
  }
  yield* conversion.end();
  for (const prompt of waiting) yield* queued(prompt, { at: believableTime(prompt.queuedAt, now) ?? conversion.at });
  if (survey.title !== null && survey.title !== taken?.title)
    yield { type: "renamed", by: { kind: "agent", name: "mitto" }, at: conversion.at, data: { name: survey.title } };
  if (!taken && metadata.isArchived) yield { type: "archived", by: { kind: "daemon" }, at: conversion.at, data: {} };
  yield reference(survey.counts.records, { last, waiting: allWaiting });
}

function* beginning(metadata: Metadata, at: string): Generator<EarlierEvent> {
  const workspace = { id: "", path: metadata.directory ?? "" };
  const agent = agentName(metadata.server);
  const by = { kind: "client", name: "mitto" } as const;
  // A longer one is a title, but no name.
  const name = metadata.title !== null && metadata.title.length <= MAX_SESSION_NAME ? metadata.title.trim() : null;
  yield { type: "session_start", by, at, data: { agent, workspace, name, resumed: false } };
  const text = ["recorded by Mitto", ...metadata.remarks].join("; ");
  const raw = metadata.rest === null ? {} : { raw: metadata.rest };
  yield { type: "notice", by: { kind: "daemon" }, at, data: { kind: "mitto", text, ...raw } };
}

function* queued({ id, text, rest, restText }: WaitingPrompt, { at }: { at: string }): Generator<EarlierEvent> {
  const promptId = `mitto-${id}`;
  yield { type: "prompt_queued", by: { kind: "client", name: "mitto" }, at, data: { promptId, text } };
  if (rest !== null)
    yield {
      type: "notice",
      by: { kind: "daemon" },
      at,
      data: { kind: "mitto", text: `this queued prompt in Mitto has ${restText}`, raw: rest },
    };
  yield { type: "prompt_withdrawn", by: { kind: "daemon" }, at, data: { promptId, reason: NOT_SENT } };
}

function referenceOf(id: string, { server, conversation, parent }: Metadata) {
  const short = (text: string): string => text.slice(0, MAX_NAME_LENGTH);
  return {
    ...{ system: "mitto", id },
    ...(server ? { agent: short(server) } : {}),
    ...(conversation ? { conversation: short(conversation) } : {}),
    ...(parent ? { parent: short(parent) } : {}),
  };
}

/** The name of an agent in Skein is one word. */
function agentName(server: string | null): string {
  const word = (server ?? "")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[^\w]+/, "")
    .slice(0, 64);
  return word === "" ? "mitto" : word;
}
