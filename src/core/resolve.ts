// Which session a person means: exact name → full id → unambiguous id prefix → default. `@` is the directory's active one, without a fallback. A name
// can't look like an id; if an old one does, a fully typed id wins.

export interface Candidate {
  id: string;
  name: string | null;
  workspaceId: string;
}

export interface Resolution {
  ref: string | null;
  /** Every session that matches by name or id prefix; extra ones are harmless. */
  candidates: readonly Candidate[];
  workspaceId: string | null;
  /** The active session of the current workspace, and the one selected last anywhere. They are read only if the reference asks for them. */
  activeHere: string | null;
  activeAnywhere: string | null;
}

/**
 * How a session was found. `here`: the directory's active one. `elsewhere`: none was named and the directory has none, so it is the one
 * that was selected last anywhere. `previous` and `last` are `-` and `@last`.
 */
export type FoundBy = "name" | "id" | "here" | "elsewhere" | "previous" | "last";

/** How people write the directory's active session. */
export const HERE = "@";

export type Resolved =
  | { kind: "found"; id: string; by: FoundBy }
  | { kind: "ambiguous"; message: string; candidates: readonly Candidate[] }
  | { kind: "none"; message: string };

/** At least four characters: a shorter word is a typo or means something else. */
const ID_PREFIX = /^[0-9a-f]{4}[0-9a-f-]{0,32}$/;

const ID_FORM = "00000000-0000-0000-0000-000000000000";
/** The length of ids in lists. */
const SHORT_ID = 8;

/** Whether it could be an id, or a prefix as long as those in lists. */
export const looksLikeId = (name: string): boolean =>
  name.length >= SHORT_ID && ID_FORM.startsWith(name.replaceAll(/[0-9a-f]/gi, "0"));

export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function resolve(resolution: Resolution): Resolved {
  const { ref, candidates, workspaceId } = resolution;
  if (ref === null || ref === "" || ref === HERE) {
    const { activeHere } = resolution;
    if (activeHere !== null) return { kind: "found", id: activeHere, by: "here" };
    if (ref === HERE) return { kind: "none", message: "This directory has no session." };
    const { activeAnywhere } = resolution;
    if (activeAnywhere === null) return { kind: "none", message: "No session is selected, and none was named." };
    return { kind: "found", id: activeAnywhere, by: "elsewhere" };
  }
  const lower = ref.toLowerCase();
  const byId = candidates.filter(({ id }) => id === lower);
  if (byId.length > 0) return pick(ref, byId, "id");
  const named = candidates.filter(({ name }) => name !== null && sameName(name, ref));
  const here = named.filter((one) => one.workspaceId === workspaceId);
  const byName = here.length > 0 ? here : named;
  if (byName.length > 0) return pick(ref, byName, "name");
  return pick(ref, ID_PREFIX.test(lower) ? candidates.filter(({ id }) => id.startsWith(lower)) : [], "id");
}

function pick(ref: string, matches: readonly Candidate[], by: FoundBy): Resolved {
  const [first, ...others] = matches;
  if (!first) return { kind: "none", message: `Session not found: "${ref}"` };
  if (others.length === 0) return { kind: "found", id: first.id, by };
  const message = `Ambiguous session identifier: "${ref}" matches ${matches.length} sessions`;
  return { kind: "ambiguous", message, candidates: matches };
}

/** A name that no other session of the workspace has: a second `fix` becomes `fix-2`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const isTaken = (name: string): boolean => taken.some((one) => sameName(one, name));
  if (!isTaken(wanted)) return wanted;
  let n = 2;
  while (isTaken(`${wanted}-${n}`)) n++;
  return `${wanted}-${n}`;
}
