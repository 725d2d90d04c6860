// What else is carried into the new database, table by table as the schema has them: the best copy of each row wins.
import type { DatabaseSync } from "node:sqlite";
import { tablesOf } from "../database-file/tables.ts";
import { insertRow } from "./insert-row.ts";
import type { Material } from "./rebuild.ts";
import type { StagedRow } from "./staging.ts";

interface Carried extends Pick<Material, "staging" | "version"> {
  /** What an agent was last told and how far it was heard is only worth something when nothing after it is missing. */
  isEndKnown: boolean;
}

type Rule = (found: StagedRow, carried: Carried) => boolean;

const never: Rule = () => false;
/** Only as the damaged database last had it: an older copy would say that the agent was told less than it was. */
const current: Rule = ({ isCurrent, source }, { isEndKnown }) => isCurrent && source === 0 && isEndKnown;

/** Every table that is not named here is taken as it is found. */
const rules: Readonly<Record<string, Rule>> = {
  meta: never,
  sessions: never,
  events: never,
  /* Folded anew when they are missed. */
  snapshots: never,
  runs: current,
  outbox: current,
  /* Checked by their content, and found again by what refers to them. */
  blobs: never,
  blob_parts: never,
  blob_refs: never,
};

export function carryRows(db: DatabaseSync, carried: Carried): void {
  for (const { name } of tablesOf(carried.version)) {
    const rule = rules[name] ?? (() => true);
    for (const found of carried.staging.rows(name)) if (rule(found, carried)) insertRow(db, name, found.row);
  }
  // A session that is gone for good must not be opened by anybody.
  db.exec("UPDATE workspaces SET active_session = NULL WHERE active_session NOT IN (SELECT id FROM sessions)");
  db.exec("DELETE FROM receipts WHERE session NOT IN (SELECT id FROM sessions)");
}
