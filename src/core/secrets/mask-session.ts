// A session without its secrets: events, long texts and names. Pieces of one message, or of one output, are read as the one text that they are, so
// that a secret is found wherever it was cut.
import { type BlobReference, blobsIn } from "../blob/reference.ts";
import type { Event } from "../event.ts";
import { type Cuts, cutsIn, noCuts } from "./cuts.ts";
import { findSecrets } from "./find-secrets.ts";
import { type Found, maskedPart, united } from "./found.ts";
import {
  dataField,
  type Field,
  freeText,
  isAllowed,
  isTitle,
  type Part,
  partsOf,
  type Role,
  roleOf,
  senderField,
} from "./free-text.ts";
import { KnownSecrets } from "./known-secrets.ts";
import { looksSecret } from "./looks-secret.ts";
import { isKeyLike, isPasswordLike } from "./named-values.ts";
import { passwordIn } from "./password-in.ts";
import { type PieceText, pieceOf, wholeOf } from "./pieces.ts";
import { placeOf } from "./place-of.ts";
import { StandIns } from "./stand-ins.ts";

export interface SessionTexts {
  readonly events: readonly Event[];
  /** Long texts, by the name of their blob. */
  readonly blobs: ReadonlyMap<string, string>;
  /** What is said of the session besides: its title, directory … */
  readonly about: Readonly<Record<string, string | null>>;
  /** Secrets that are known besides, such as values of variables, each with its kind. */
  readonly known?: ReadonlyMap<string, string>;
}

/** Where something was masked: an event, or a word for what is not in one. */
export interface MaskedPlace {
  readonly seq: number | null;
  readonly what: string;
}

/** `beginning`: its first characters, by which its owner recognises it; empty for a short one, of which they would tell too much. */
export interface MaskedSecret extends MaskedPlace {
  readonly beginning: string;
}

export interface MaskedKind {
  readonly kind: string;
  readonly places: readonly MaskedSecret[];
}

export interface MaskedSession extends SessionTexts {
  readonly masked: readonly MaskedKind[];
}

export function maskSession(session: SessionTexts): MaskedSession {
  const known = new KnownSecrets();
  for (const [secret, kind] of session.known ?? []) known.add(secret, kind);
  const ofBlobs = new Map<string, Found[]>();
  new Masking(session, known, ofBlobs, true).run();
  const masking = new Masking(session, known, ofBlobs, false);
  return { ...masking.run(), masked: masking.masked() };
}

/** One piece of a text that came in several. */
interface Piece {
  /** Its place among the events. */
  readonly at: number;
  readonly event: Event;
  readonly own: PieceText;
}

/** Of secrets from this length on the first characters are told. */
const TOLD_FROM = 20;
const TOLD = 4;

const NAMED = "value after a name";

const nameField = /^(?:Parameter)?(?:[Nn]ame|[Kk]ey)$/;
const valueField = /^(?:Parameter)?[Vv]alue$/;
const isHeader = (name: string): boolean =>
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|auth|pass|d|p|q|dp|dq|qi)$/i.test(name);

const moved = ({ from, to, kind }: Found, by: number): Found => ({ from: from + by, to: to + by, kind });

/** Where a value stands. `instead`: what is known already for the text at a path. */
interface At {
  readonly place: MaskedPlace;
  readonly path: string;
  readonly field: Field;
  readonly instead: (path: string, text: string, name: string) => string | null;
}

const pointerPart = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

class Masking {
  readonly #known: KnownSecrets;
  /** What only the place of a long text tells: its name, or the pieces around it. */
  readonly #ofBlobs: Map<string, Found[]>;
  readonly #session: SessionTexts;
  readonly #isLearning: boolean;
  readonly #places = new Map<string, MaskedSecret[]>();
  /** What was made of the piece of an event. */
  readonly #pieces = new Map<number, string>();
  readonly #standIns = new StandIns();
  /** The names of fields that were masked, by their paths in the event that is being masked. */
  readonly #newKeys = new Map<string, string>();

  constructor(session: SessionTexts, known: KnownSecrets, ofBlobs: Map<string, Found[]>, isLearning: boolean) {
    this.#session = session;
    this.#known = known;
    this.#ofBlobs = ofBlobs;
    this.#isLearning = isLearning;
  }

  run(): SessionTexts {
    const { events, blobs, about } = this.#session;
    this.#readPieces(events);
    const maskedBlobs = new Map<string, string>();
    const usedAt = firstUses(events);
    for (const [name, text] of blobs)
      maskedBlobs.set(name, this.#blob(name, text, { seq: usedAt.get(name) ?? null, what: "a long text" }));
    const maskedAbout = Object.fromEntries(
      Object.entries(about).map(([what, text]) => [
        what,
        text === null ? null : this.#text(text, { seq: null, what }, isTitle(what) ? "title" : "text"),
      ]),
    );
    return { events: events.map((event, at) => this.#event(event, at)), blobs: maskedBlobs, about: maskedAbout };
  }

  masked(): MaskedKind[] {
    return [...this.#places]
      .map(([kind, places]) => ({ kind, places }))
      .toSorted((a, b) => b.places.length - a.places.length || a.kind.localeCompare(b.kind));
  }

  #note(found: readonly Found[], text: string, place: MaskedPlace): void {
    for (const { from, to, kind } of found) {
      if (this.#isLearning) this.#learn(text.slice(Math.max(0, from), to), kind);
      else {
        const places = this.#places.get(kind) ?? [];
        places.push({ ...place, beginning: to - from >= TOLD_FROM ? text.slice(from, from + TOLD) : "" });
        this.#places.set(kind, places);
      }
    }
  }

  #learn(secret: string, kind: string): void {
    this.#known.add(secret, kind);
    const password = passwordIn(secret, kind);
    if (password !== "") this.#known.add(password, kind);
  }

  #find(text: string, { marked, real }: Cuts = noCuts): Found[] {
    const found = findSecrets(text, marked);
    return this.#isLearning ? found : united([...found, ...this.#known.in(text, real)]);
  }

  /** `around`: what is found in it because of what is around it. */
  #text(text: string, place: MaskedPlace, role: Role = "text", around: readonly Found[] = []): string {
    const cuts = cutsIn(text, role);
    const own = this.#find(text, cuts);
    const found = around.length === 0 ? own : united([...own, ...around]);
    if (found.length === 0) return text;
    // The beginning of a secret is none: elsewhere it may be a word.
    const told = this.#isLearning ? found.filter(({ to }) => !cuts.marked.includes(to)) : found;
    this.#note(told, text, place);
    return maskedPart(text, found);
  }

  #foundInBlob(hash: string, text: string): Found[] {
    return united([...this.#find(text), ...(this.#ofBlobs.get(hash) ?? [])]);
  }

  #blob(hash: string, text: string, place: MaskedPlace): string {
    const found = this.#foundInBlob(hash, text);
    // What began in the piece before is listed there.
    this.#note(
      found.filter(({ from }) => from >= 0),
      text,
      place,
    );
    return maskedPart(text, found);
  }

  #event(event: Event, at: number): Event {
    const { seq, type } = event;
    const place = { seq, what: placeOf(type) };
    const piece = this.#pieces.get(at);
    const own = piece === undefined ? null : pieceOf(event);
    const blobs = blobsIn(event.data);
    this.#newKeys.clear();
    const known = (path: string, text: string, name: string): string | null => {
      if (own !== null && piece !== undefined && path === own.path) return piece;
      const references = blobs.filter((one) => one.at === path);
      if (references.length === 0) return null;
      return isKeyLike(name) && this.#isSecret(text, references)
        ? this.#whole(text, place)
        : this.#beginning(text, references, place);
    };
    const masked = this.#value(event.data, { place, path: "", field: dataField(type), instead: known });
    const data = blobs.length === 0 ? masked : this.#withBlobs(event.data, masked, blobs);
    const sender = { seq, what: "the sender" };
    const by = this.#value(event.by, { place: sender, path: "", field: senderField, instead: () => null });
    return { ...event, by: by as Event["by"], data };
  }

  /** The references follow their texts: to the names of fields that were masked, too. */
  #withBlobs(data: unknown, masked: unknown, blobs: readonly BlobReference[]): unknown {
    const moved = blobs.map((one) => {
      let path = "";
      let at = "";
      for (const part of one.at.split("/").slice(1)) {
        path += `/${part}`;
        at += `/${this.#newKeys.get(path) ?? part}`;
      }
      const [before, after] = [textAt(data, one.at), textAt(masked, at)];
      return before === after ? { ...one, at } : { ...one, at, from: 0, to: after?.length ?? 0 };
    });
    return { ...(masked as object), blobs: moved };
  }

  /** A text with the beginnings of long ones: a secret that goes on behind a beginning is masked in it. */
  #beginning(text: string, references: readonly BlobReference[], place: MaskedPlace): string {
    const own = this.#find(text);
    const found = [...own];
    for (const { hash, from, to } of references) {
      const whole = this.#session.blobs.get(hash);
      if (whole === undefined) continue;
      for (const one of this.#foundInBlob(hash, whole))
        if (one.from < to - from)
          found.push({ ...one, from: from + Math.max(0, one.from), to: Math.min(to, from + one.to) });
    }
    const all = united(found);
    // What is cut is learned from the whole text.
    this.#note(this.#isLearning ? own : all, text, place);
    return maskedPart(text, all);
  }

  /** Whether a long text under a telling name is a secret. Then all of it is, wherever it is used. */
  #isSecret(text: string, references: readonly BlobReference[]): boolean {
    const whole = wholeOf({ text, references }, this.#session.blobs);
    if (!looksSecret(whole, "quoted")) return false;
    if (this.#isLearning) this.#known.add(whole, NAMED);
    for (const { hash } of references)
      this.#addToBlob(hash, { from: 0, to: this.#session.blobs.get(hash)?.length ?? 0, kind: NAMED });
    return true;
  }

  #addToBlob(hash: string, found: Found): void {
    const others = this.#ofBlobs.get(hash) ?? [];
    others.push(found);
    this.#ofBlobs.set(hash, others);
  }

  /** The value with its free texts masked. */
  #value(value: unknown, at: At, name = "", around: readonly Found[] = []): unknown {
    const { place, field } = at;
    if (typeof value === "string") return this.#string(value, at, name, around);
    if (typeof value === "number" && isPasswordLike(name) && /^[0-9]{6,}$/.test(String(value)))
      return isAllowed(field, "") ? this.#whole(String(value), place) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return this.#list(value, at, name);
    const entries = Object.entries(value);
    const partOf = partsOf(field, value);
    const keys = this.#keys(Object.keys(value), at, partOf);
    // `{ "name": "API_KEY", "value": "…" }`, also within a field of a telling name.
    const named = entries.find(([key, one]) => nameField.test(key) && typeof one === "string")?.[1] ?? name;
    return Object.fromEntries(
      entries.map(([key, one]) => {
        const below = { ...at, path: `${at.path}/${pointerPart(key)}`, field: partOf(key).field };
        const called = valueField.test(key) && typeof named === "string" && named !== "" ? named : key;
        return [keys.get(key) ?? key, this.#value(one, below, called)];
      }),
    );
  }

  #string(text: string, { place, path, field, instead }: At, name: string, around: readonly Found[]): string {
    const role = roleOf(field, text);
    if (role === "fixed") return text;
    if (role === "id") return this.#id(text, field, place);
    const known = instead(path, text, name);
    if (known !== null) return known;
    if (name !== "" && isKeyLike(name) && looksSecret(text, "quoted")) return this.#whole(text, place);
    const before = isHeader(name) ? this.#after(`"${name}": "`, text) : [];
    return this.#text(text, place, role, [...around, ...before]);
  }

  #list(values: readonly unknown[], at: At, name: string): unknown[] {
    const found = this.#inArray(values);
    const partOf = partsOf(at.field, values);
    return values.map((one, n) => {
      const before: unknown = values[n - 1];
      const flag =
        typeof before === "string" && before.startsWith("-")
          ? before
          : isPasswordLike(name)
            ? name.replace(/s$/i, "")
            : "";
      const below = { ...at, path: `${at.path}/${n}`, field: partOf(String(n)).field };
      return this.#value(one, below, flag, found[n]);
    });
  }

  /** An id is compared with others: the same one always becomes the same, and two never become one. */
  #id(id: string, field: Field, place: MaskedPlace): string {
    const found = findSecrets(id);
    if (found.length === 0) return id;
    const masked = this.#standIns.of(id, maskedPart(id, found));
    if (!isAllowed(field, masked)) return id;
    this.#note(found, id, place);
    return masked;
  }

  /** The names of its fields that are masked, each with another one. */
  #keys(keys: readonly string[], { place, path }: At, partOf: (key: string) => Part): Map<string, string> {
    const own = new StandIns(keys);
    const masked = new Map<string, string>();
    for (const key of keys) {
      const role = partOf(key).keyRole;
      if (role === "fixed") continue;
      const text = role === "id" ? this.#id(key, freeText, place) : this.#text(key, place);
      if (text === key) continue;
      const unique = role === "id" ? text : own.of(key, text);
      masked.set(key, unique);
      this.#newKeys.set(`${path}/${pointerPart(key)}`, pointerPart(unique));
    }
    return masked;
  }

  /** What is found in a value because of what stands before it. */
  #after(before: string, value: string): Found[] {
    return this.#find(`${before}${value}"`)
      .map((one) => moved(one, -before.length))
      .filter(({ from, to }) => from >= 0 && to <= value.length);
  }

  /** The words of a command, or the lines of a file, are one text. */
  #inArray(values: readonly unknown[]): Found[][] {
    const texts = values.filter((one) => typeof one === "string");
    if (texts.length !== values.length || texts.length < 2) return [];
    const between = texts.some((one) => one.startsWith("-") && !one.startsWith("---")) ? " " : "\n";
    const found = this.#find(texts.join(between));
    let start = 0;
    return texts.map((text) => {
      const [from, to] = [start, start + text.length];
      start = to + between.length;
      return found
        .filter((one) => one.from < to && one.to > from)
        .map((one) => ({
          from: Math.max(0, one.from - from),
          to: Math.min(text.length, one.to - from),
          kind: one.kind,
        }));
    });
  }

  #whole(text: string, place: MaskedPlace): string {
    const found = this.#find(text);
    const [exact] = found;
    const isWhole = exact?.from === 0 && exact.to === text.length;
    const all = [{ from: 0, to: text.length, kind: isWhole ? exact.kind : NAMED }];
    this.#note(all, text, place);
    return maskedPart(text, all);
  }

  #readPieces(events: readonly Event[]): void {
    const texts = new Map<string, Piece[]>();
    events.forEach((event, at) => {
      // The ids of messages begin again with each turn.
      if (event.type === "turn_start") {
        for (const pieces of texts.values()) this.#join(pieces);
        texts.clear();
      }
      const own = pieceOf(event);
      if (own === null) return;
      const pieces = texts.get(own.key) ?? [];
      texts.set(own.key, pieces);
      pieces.push({ at, event, own });
    });
    for (const pieces of texts.values()) this.#join(pieces);
  }

  #join(pieces: readonly Piece[]): void {
    const [first] = pieces;
    if (first === undefined || (pieces.length < 2 && first.own.references.length === 0)) return;
    const wholes = pieces.map(({ own }) => wholeOf(own, this.#session.blobs));
    const text = wholes.join("");
    const found = this.#find(text);
    let [from, next] = [0, 0];
    for (const [n, { at, event, own }] of pieces.entries()) {
      const to = from + (wholes[n]?.length ?? 0);
      const begun = next;
      while (next < found.length && (found[next]?.from ?? to) < to) next++;
      // One that began in an earlier piece may go on here.
      const here = found.slice(Math.max(0, begun - 1), next).filter((one) => one.to > from);
      this.#note(found.slice(begun, next), text, { seq: event.seq, what: placeOf(event.type) });
      this.#pieces.set(
        at,
        this.#piece(
          own,
          here.map((one) => moved(one, -from)),
        ),
      );
      from = to;
    }
  }

  /** What an event shows of its piece. The rest of what is found in it is in its long text. */
  #piece({ text, references }: PieceText, found: readonly Found[]): string {
    const [reference] = references;
    const long = reference && this.#session.blobs.get(reference.hash);
    if (reference === undefined || long === undefined) return maskedPart(text, found);
    const { hash, from, to } = reference;
    const behind = from + long.length;
    for (const one of found)
      if (one.to > from && one.from < behind)
        this.#addToBlob(hash, { ...one, from: one.from - from, to: Math.min(long.length, one.to - from) });
    const shownAt = (at: number): number => (at < behind ? Math.min(at, to) : at - behind + to);
    const shown = found.map((one) => ({ ...one, from: shownAt(one.from), to: shownAt(one.to) }));
    return maskedPart(
      text,
      shown.filter((one) => one.to > one.from),
    );
  }
}

function textAt(data: unknown, pointer: string): string | null {
  let value = data;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return typeof value === "string" ? value : null;
}

function firstUses(events: readonly Event[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { seq, data } of events) for (const { hash } of blobsIn(data)) if (!uses.has(hash)) uses.set(hash, seq);
  return uses;
}
