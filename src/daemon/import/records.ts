// What the lines of an exported file say: events in order, and long texts in parts before the event that refers to them.
import { createHash, type Hash } from "node:crypto";
import * as z from "zod";
import { type KnownEvent, understand } from "../../core/index.ts";
import { parseEventLine } from "../../log/index.ts";
import type { ArrivingRecord } from "../../session/index.ts";
import { Refusal } from "../refusal.ts";
import { brokenLine, type Line } from "./lines.ts";

/** `{"blob":…,"part":…,"last":…,"base64":…}` */
const blobPart = z.strictObject({
  blob: z.string().regex(/^[0-9a-f]{64}$/),
  /** From 0. */
  part: z.number().int().nonnegative(),
  last: z.boolean(),
  base64: z.base64(),
});

interface OpenBlob {
  hash: string;
  /** The next one. */
  part: number;
  digest: Hash;
}

/** What a file turned out to be. */
export interface Summed {
  /** Whose log it is: what a fork inherits comes first and is others'. */
  session: string;
  events: number;
  unknown: number;
}

const BLOB = '{"blob":';

export class Records {
  /** `continues`: more of a session that is here up to this event. */
  constructor(continues?: { session: string; seq: number }) {
    if (!continues) return;
    this.#session = continues.session;
    this.#seq = continues.seq;
    this.#hasBegun = true;
  }

  #session: string | null = null;
  readonly #former = new Set<string>();
  #seq = 0;
  #unknown = 0;
  #hasBegun = false;
  #blob: OpenBlob | null = null;
  #line = 0;

  /** Throws, with the number of the line, when it does not follow from those before it. */
  take({ number, text }: Line): ArrivingRecord {
    this.#line = number;
    if (text.startsWith(BLOB)) return this.#takeBlob(text);
    if (this.#blob) throw this.#broken("the long text before it is incomplete");
    const parsed = parseEventLine(text);
    if ("why" in parsed) throw this.#broken(parsed.why);
    const { event } = parsed;
    if (event.seq !== this.#seq + 1) throw this.#broken(`expected event ${this.#seq + 1}, found event ${event.seq}`);
    const known = understand(event);
    if (event.session !== this.#session) this.#enter(event.session, known);
    this.#seq = event.seq;
    if (!known) this.#unknown++;
    if (known?.type === "session_start") this.#hasBegun = true;
    return { kind: "event", ...parsed };
  }

  end(): Summed {
    if (this.#blob) throw brokenLine(this.#line + 1, "the long text before it is incomplete");
    if (this.#session === null || !this.#hasBegun)
      throw new Refusal("invalid_import", "No session begins in it: skein export did not write this file.");
    return { session: this.#session, events: this.#seq, unknown: this.#unknown };
  }

  /** From what a fork inherits into its own; never back. Nothing can have been set in a session before it began. */
  #enter(session: string, first: KnownEvent | null): void {
    if (this.#former.has(session)) throw this.#broken(`it belongs to session ${session} again, so two logs are mixed`);
    // After damage, `lost` stands where the beginning was.
    if (first?.type !== "session_start" && first?.type !== "lost") throw this.#broken("no session begins with it");
    if (this.#session !== null) this.#former.add(this.#session);
    this.#session = session;
  }

  #takeBlob(text: string): ArrivingRecord {
    const { blob: hash, part, last: isLast, base64 } = this.#readPart(text);
    const open = this.#blob ?? { hash, part: 0, digest: createHash("sha256") };
    if (hash !== open.hash || part !== open.part)
      throw this.#broken(`expected part ${open.part} of the long text ${open.hash}`);
    const content = new Uint8Array(Buffer.from(base64, "base64"));
    open.digest.update(content);
    if (isLast && open.digest.digest("hex") !== hash)
      throw this.#broken(`the long text ${hash} does not match its hash`);
    this.#blob = isLast ? null : { ...open, part: part + 1 };
    return { kind: "blob_part", hash, content, isFirst: part === 0, isLast };
  }

  #readPart(text: string): z.output<typeof blobPart> {
    try {
      return blobPart.parse(JSON.parse(text));
    } catch {
      throw this.#broken("it is not a part of a long text: blob, part, last and base64 are required");
    }
  }

  #broken(why: string): Refusal {
    return brokenLine(this.#line, why);
  }
}
