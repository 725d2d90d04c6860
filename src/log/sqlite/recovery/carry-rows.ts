// Copies the rows of all other tables into the new database. The best copy of each row wins.
import type { DatabaseSync } from "node:sqlite";
import { tablesOf } from "../database-file/tables.ts";
import { insertRow } from "./insert-row.ts";
import type { Material } from "./rebuild.ts";
import type { StagedRow } from "./staging.ts";

interface Carried extends Pick<Material, "staging" | "version"> {
  /** Positions in an agent's input and output are valid only if no later event is missing. */
  isEndKnown: boolean;
}

type Rule = (found: StagedRow, carried: Carried) => boolean;

const never: Rule = () => false;
/** Only the newest version, from the damaged database: an older one would repeat what the agent was told already. */
const current: Rule = ({ isCurrent, source }, { isEndKnown }) => isCurrent && source === 0 && isEndKnown;

/** Tables that are not named here are copied unchanged. */
const rules: Readonly<Record<string, Rule>> = {
  meta: never,
  sessions: never,
  events: never,
  /* Computed again when needed. */
  snapshots: never,
  runs: current,
  outbox: current,
  /* See carry-blobs. */
  blobs: never,
  blob_parts: never,
  blob_refs: never,
};

export function carryRows(db: DatabaseSync, carried: Carried): void {
  for (const { name } of tablesOf(carried.version)) {
    const rule = rules[name] ?? (() => true);
    for (const found of carried.staging.rows(name)) if (rule(found, carried)) insertRow(db, name, found.row);
  }
  // Nothing may refer to a session that does not exist any more.
  db.exec("UPDATE workspaces SET active_session = NULL WHERE active_session NOT IN (SELECT id FROM sessions)");
  db.exec("DELETE FROM receipts WHERE session NOT IN (SELECT id FROM sessions)");
}
