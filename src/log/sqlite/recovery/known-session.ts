// What is known about a session during a recovery.
import { randomUUID } from "node:crypto";
import { genesis } from "../../chain.ts";
import type { Row } from "../database-file/tables.ts";
import type { Beginning } from "./choose.ts";
import type { Base } from "./forks.ts";

export interface KnownSession extends Beginning {
  key: number;
  id: string;
  /** Its row as found; may be an older version. */
  row: Row | null;
  /** Its id was found nowhere, so it has a new one. */
  isNameless: boolean;
  head: number;
  /** A fork's base. `id` is set if only the id of the base session is known. */
  base: (Base & { id?: string }) | null;
  /** A fork whose base is unknown: it begins with its own events. */
  isBaseUnknown: boolean;
  /** The last of its events that a fork inherits. */
  neededTo: number;
}

/** A session of which only the key, and perhaps the id, is known. */
export const newlyFound = (key: number, id: string | null): KnownSession => {
  const name = id ?? randomUUID();
  return {
    key,
    id: name,
    row: null,
    isNameless: id === null,
    firstSeq: 1,
    // The chain begins with the id: under a new id it can't be checked.
    firstChain: id === null ? null : genesis(name),
    headChain: null,
    lastSeq: Number.POSITIVE_INFINITY,
    head: 0,
    base: null,
    isBaseUnknown: false,
    neededTo: 0,
  };
};
