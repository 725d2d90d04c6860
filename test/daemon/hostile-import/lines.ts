// Lines of files as `skein export` would write them, with what it never would in them.
import type { By } from "../../../src/core/index.ts";

export const ID = "aaaaaaaa-0000-4000-8000-00000000000a";
export const OTHER = "bbbbbbbb-0000-4000-8000-00000000000b";
export const NATIVE = "native-9";
export const at = "2025-05-04T10:00:00.000Z";
export const person: By = { kind: "client", name: "cli", address: "unix" };
const agent: By = { kind: "agent", name: "scripted" };

/** What a file can be made of: an event without its place, or a line as it is. */
export type Piece = string | { type: string; data: unknown; by?: unknown; at?: string; session?: string; seq?: number };

export const event = (type: string, data: unknown, more: Partial<Exclude<Piece, string>> = {}): Piece => ({
  ...{ type, data },
  ...more,
});
export const said = (type: string, data: unknown): Piece => event(type, data, { by: agent });

/** Seqs from 1 on. */
export function linesOf(pieces: readonly Piece[]): string[] {
  let seq = 0;
  return pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    seq++;
    const { session = ID, at: when = at, by = person } = piece;
    return `{"session":${JSON.stringify(session)},"seq":${piece.seq ?? seq},"at":${JSON.stringify(when)},"type":${JSON.stringify(piece.type)},"by":${JSON.stringify(by)},"data":${JSON.stringify(piece.data)}}`;
  });
}

export interface Beginning {
  agent?: unknown;
  workspace?: unknown;
  name?: unknown;
  [key: string]: unknown;
}

export const start = (path: string, more: Beginning = {}): Piece =>
  event("session_start", {
    ...{ agent: "scripted", workspace: { id: "w1", path }, name: "shared", resumed: false },
    ...more,
  });

/** A turn that ended well, in a conversation of this name. */
export const talk = (nativeId = NATIVE, mark: string | null = "m1"): Piece[] => [
  event("prompt_queued", { promptId: "p1", text: "look at this" }),
  event("agent_start", { run: "r1", agent: "scripted", resume: null, transport: "stream" }, { by: { kind: "daemon" } }),
  said("agent_bound", { run: "r1", nativeId, provenance: "reported", model: "opus" }),
  event("turn_start", { turn: "t1", promptId: "p1" }, { by: { kind: "daemon" } }),
  event("user_prompt", { promptId: "p1", text: "look at this", turn: "t1" }),
  said("agent_message", { messageId: "m1", text: "done" }),
  said("turn_end", { turn: "t1", promptId: "p1", reason: "completed", ...(mark === null ? {} : { mark }) }),
];

export const asked = (id: string, more: object = {}): Piece =>
  said("permission", {
    ...{ id, state: "asked", title: "run touch x", detail: "touch x" },
    options: [
      { id: "yes", label: "Allow once", kind: "allow_once" },
      { id: "no", label: "Deny", kind: "reject_once" },
    ],
    request: { kind: "execute", tool: "Bash", command: "touch x", paths: [] },
    ...more,
  });
