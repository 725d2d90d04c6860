// A session as far as it is known while a database is recovered.
import { randomUUID } from "node:crypto";
import { genesis } from "../../chain.ts";
import type { Row } from "../database-file/tables.ts";
import type { Beginning } from "./choose.ts";
import type { Base } from "./forks.ts";

export interface KnownSession extends Beginning {
  key: number;
  id: string;
  /** Its row as it was found; perhaps an older one. */
  row: Row | null;
  /** The row is the damaged database's newest: its head is where the session ended. */
  isFresh: boolean;
  /** Nobody knows the id that it had. */
  isNameless: boolean;
  head: number;
  /** What a fork branches off from: the session, or its id where nothing else is left of it. */
  base: (Base & { id?: string }) | null;
  /** It is a fork, and nobody knows of what: it begins with its own events. */
  isBaseUnknown: boolean;
  /** Forks have its events up to this one. */
  neededTo: number;
}

/** What every session has in common before anything is known of it. */
export const newlyFound = (key: number, id: string | null): KnownSession => {
  const name = id ?? randomUUID();
  return {
    key,
    id: name,
    row: null,
    isFresh: false,
    isNameless: id === null,
    firstSeq: 1,
    // Under an id that it never had nothing of its chain can be checked.
    firstChain: id === null ? null : genesis(name),
    headChain: null,
    lastSeq: Number.POSITIVE_INFINITY,
    head: 0,
    base: null,
    isBaseUnknown: false,
    neededTo: 0,
  };
};
