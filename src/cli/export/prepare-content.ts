// What an exported file holds, with its secrets masked: made of what was read, before anybody is asked and anything is written.
import type { ListedSession } from "../../client/index.ts";
import { type Event, environmentSecrets, type MaskedKind, maskSession } from "../../core/index.ts";
import { type ExportedBlob, type ExportedContent, sessionLabel } from "../../view/index.ts";
import { BlobNames } from "./name-blobs.ts";
import type { Range } from "./range.ts";
import type { ReadSession } from "./read-session.ts";

interface Preparation {
  readonly session: ListedSession;
  readonly range: Range;
  readonly read: ReadSession;
  readonly isMasked: boolean;
  /** Values of its variables are masked, too, wherever an agent has printed them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: number;
}

export interface Prepared {
  readonly content: ExportedContent;
  /** Null if nothing was looked for. */
  readonly masked: readonly MaskedKind[] | null;
}

export function prepareContent({ session, range, read, isMasked, env, nowMs }: Preparation): Prepared {
  const { events, texts, pictures, leftOut } = read;
  const about = {
    label: sessionLabel(session),
    agent: session.agent,
    model: session.model,
    directory: session.workspace.path,
  };
  const plain = { events, blobs: texts, about };
  const shown = isMasked ? maskSession({ ...plain, known: environmentSecrets(env) }) : { ...plain, masked: null };
  const names = new BlobNames();
  const blobs = new Map<string, ExportedBlob>();
  const sizes = new Map<string, number>();
  for (const [hash, text] of shown.blobs) {
    if (leftOut.has(hash)) continue;
    blobs.set(names.of(hash), { text });
    if (text !== texts.get(hash)) sizes.set(hash, Buffer.byteLength(text));
  }
  for (const [hash, bytes] of pictures) blobs.set(names.of(hash), { base64: Buffer.from(bytes).toString("base64") });
  return {
    content: {
      about: {
        v: 1,
        session: session.id,
        label: shown.about.label ?? "",
        agent: shown.about.agent ?? "",
        model: shown.about.model ?? null,
        directory: shown.about.directory ?? "",
        exportedAt: new Date(nowMs).toISOString(),
        turn: range.turn,
        masked: shown.masked?.map(({ kind, places }) => ({ kind, count: places.length })) ?? null,
      },
      events: shown.events.map((event) => names.in(withoutAddress(event), sizes)),
      blobs,
    },
    masked: shown.masked,
  };
}

/** From which address of a network somebody has written is nobody's business. */
function withoutAddress(event: Event): Event {
  if (event.by?.address === undefined) return event;
  const { address: _, ...by } = event.by;
  return { ...event, by };
}
