// The list for the given flags: which sessions, in which order, and with which columns.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Memory, Shape } from "../render/session-table.ts";
import type { Listing } from "./list-flags.ts";

export interface Listed {
  readonly sessions: readonly ListedSession[];
  readonly shape: Shape;
}

export interface ListOptions {
  readonly listing: Listing;
  readonly isWide: boolean;
  readonly isTree: boolean;
}

export async function readListed(
  client: Client,
  { listing, isWide, isTree }: ListOptions,
  nowMs: number,
): Promise<Listed> {
  const [sessions, memory] = await Promise.all([listing.read(client, nowMs), isWide ? memoryBySession(client) : null]);
  return shaped(sessions, { memory, isTree });
}

export async function shaped(
  sessions: readonly ListedSession[],
  { memory, isTree }: { memory: Memory | null; isTree: boolean },
): Promise<Listed> {
  if (!isTree) return { sessions, shape: { memory } };
  const { familyTree } = await import("./family-tree.ts");
  const tree = familyTree(sessions);
  return { sessions: tree.sessions, shape: { memory, depths: tree.depths } };
}

/** Without the rows that are only counted. */
export function folded(listed: Listed, listing: Pick<Listing, "isHidden">): { shown: Listed; hidden: number } {
  const sessions = listed.sessions.filter((row) => !listing.isHidden(row));
  return { shown: { ...listed, sessions }, hidden: listed.sessions.length - sessions.length };
}

/** The document of `--json`. */
export function listedJson({ sessions, shape: { memory } }: Listed): object {
  const withMemory = memory && sessions.map((one) => ({ ...one, memoryBytes: memory.get(one.id) ?? null }));
  return { v: 1, sessions: withMemory ?? sessions };
}

export async function memoryBySession(client: Client): Promise<Memory> {
  const { items } = await client.processes();
  return new Map(items.map(({ session, bytes }) => [session, bytes]));
}
