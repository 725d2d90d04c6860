// Which session a person means: exact name → full id → unambiguous id prefix → default.

export interface Candidate {
  id: string;
  name: string | null;
  workspaceId: string;
}

export interface Resolution {
  ref: string | null;
  /** Every session that matches by name or id prefix; more does no harm. */
  candidates: readonly Candidate[];
  workspaceId: string | null;
  /** The active session of the current workspace, and the one selected last anywhere. */
  activeHere: string | null;
  activeAnywhere: string | null;
}

export type Resolved =
  | { kind: "found"; id: string }
  | { kind: "ambiguous"; message: string; candidates: readonly Candidate[] }
  | { kind: "none"; message: string };

const ID_PREFIX = /^[0-9a-f][0-9a-f-]{0,35}$/;

export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function resolve({ ref, candidates, workspaceId, activeHere, activeAnywhere }: Resolution): Resolved {
  if (ref === null || ref === "") {
    const id = activeHere ?? activeAnywhere;
    return id ? { kind: "found", id } : { kind: "none", message: "No session is selected, and none was named." };
  }
  const named = candidates.filter(({ name }) => name !== null && sameName(name, ref));
  const here = named.filter((one) => one.workspaceId === workspaceId);
  const byName = here.length > 0 ? here : named;
  if (byName.length > 0) return pick(ref, byName);

  const lower = ref.toLowerCase();
  const byId = candidates.filter(({ id }) => id === lower);
  if (byId.length > 0) return pick(ref, byId);
  return pick(ref, ID_PREFIX.test(lower) ? candidates.filter(({ id }) => id.startsWith(lower)) : []);
}

function pick(ref: string, matches: readonly Candidate[]): Resolved {
  const [first, ...others] = matches;
  if (!first) return { kind: "none", message: `Session not found: "${ref}"` };
  if (others.length === 0) return { kind: "found", id: first.id };
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
