// The session in an exported file, as lines of JSON: what is said of it, its events, and the long texts and pictures that they refer to.
import type { Event } from "../../core/index.ts";

const VERSION = 1;

export interface AboutExport {
  readonly v: typeof VERSION;
  readonly session: string;
  /** Its name, its title, or the beginning of its id. */
  readonly label: string;
  readonly agent: string;
  readonly model: string | null;
  readonly directory: string;
  readonly exportedAt: string;
  /** The number of the turn that it is; null if it is not a single one. */
  readonly turn: number | null;
  /** What was masked, by kind; null if nothing was looked for. */
  readonly masked: readonly { readonly kind: string; readonly count: number }[] | null;
}

export type ExportedBlob = { readonly text: string } | { readonly base64: string };

export interface ExportedContent {
  readonly about: AboutExport;
  readonly events: readonly Event[];
  /** By the name under which events refer to them. */
  readonly blobs: ReadonlyMap<string, ExportedBlob>;
}

/** Every event is of the same session. */
export function* exportedLines({ about, events, blobs }: ExportedContent): Generator<string> {
  yield JSON.stringify(about);
  for (const { seq, at, type, by, data } of events) yield JSON.stringify({ seq, at, type, by, data });
  for (const [blob, content] of blobs) yield JSON.stringify({ blob, ...content });
}

export function readExported(lines: Iterable<string>): ExportedContent {
  let about: AboutExport | null = null;
  const events: Event[] = [];
  const blobs = new Map<string, ExportedBlob>();
  for (const line of lines) {
    if (line === "") continue;
    const parsed = JSON.parse(line) as AboutExport | Omit<Event, "session"> | ({ blob: string } & ExportedBlob);
    if ("v" in parsed) about = parsed;
    else if ("blob" in parsed) {
      const { blob, ...content } = parsed;
      blobs.set(blob, content);
    } else events.push({ session: about?.session ?? "", ...parsed });
  }
  if (about === null) throw new Error("it has no session.");
  if (about.v !== VERSION) throw new Error("it is of a later version of Skein.");
  return { about, events, blobs };
}

/** What a reader must know of masking: in a sentence, and by kind. */
export function maskedTexts(masked: AboutExport["masked"]): { sentence: string; kinds: string } {
  if (masked === null) return { sentence: "Nothing is masked.", kinds: "" };
  const count = masked.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return { sentence: "No secrets were found.", kinds: "" };
  const kinds = masked.map((one) => `${one.kind} (${one.count})`).join(", ");
  return { sentence: `Secrets are masked in ${count === 1 ? "1 place" : `${count} places`}.`, kinds };
}
