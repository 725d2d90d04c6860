// The list queries in SQL. The default one needs only an index; filters on row contents read each row.
import type { SQLInputValue } from "node:sqlite";
import { activityOf, type SessionOrder } from "../../core/index.ts";
import type { SessionFilter, SessionQuery } from "../log.ts";
import { shelfNumbers } from "../shelf.ts";
import { LIMIT } from "./statement.ts";

interface Question {
  sql: string;
  values: SQLInputValue[];
}

interface SortOrder {
  by: string;
  /** The position after a row: its value and id. */
  after: string;
  /** Null = there is no row yet. */
  cursorOf: (row: SessionQuery["after"]) => SQLInputValue[];
}

/** Sorts after every text. */
const LAST = "\u{10ffff}";
/** The index has the last activity of anyone; this is a person's. */
const BY_PERSON = "summary ->> 'lastActiveAt'";
const CREATED = "summary ->> 'createdAt'";
const NAME = `coalesce(name_key, '${LAST}')`;

const orders: Readonly<Record<SessionOrder, SortOrder>> = {
  active: {
    by: "last_active_at DESC, id DESC",
    after: "(last_active_at, id) < (?, ?)",
    cursorOf: (row) => [row ? activityOf(row) : LAST, row?.id ?? ""],
  },
  created: {
    by: `${CREATED} DESC, id DESC`,
    after: `(${CREATED}, id) < (?, ?)`,
    cursorOf: (row) => [row?.createdAt ?? LAST, row?.id ?? ""],
  },
  name: {
    by: `${NAME}, id`,
    after: `(${NAME}, id) > (?, ?)`,
    cursorOf: (row) => [row ? (row.name?.toLowerCase() ?? LAST) : "", row?.id ?? ""],
  },
};

export function pageSql(columns: string, { after, limit, ...filter }: SessionQuery): Question {
  const order = orders[filter.sort ?? "active"];
  const { sql, values } = conditionOf(filter);
  return {
    sql: `${columns} sessions WHERE ${sql} AND ${order.after} ORDER BY ${order.by} ${LIMIT}`,
    values: [...values, ...order.cursorOf(after), limit],
  };
}

export function idsSql(filter: SessionFilter): Question {
  const { sql, values } = conditionOf(filter);
  return { sql: `SELECT id FROM sessions WHERE ${sql} ORDER BY ${orders[filter.sort ?? "active"].by}`, values };
}

/** Rows by id, each through the index: other conditions are checked on the rows. */
export function fittingSql(columns: string, ids: readonly string[], filter: SessionFilter): Question {
  const { sql, values } = conditionOf(filter);
  return {
    sql: `${columns} json_each(?) AS wanted CROSS JOIN sessions INDEXED BY sqlite_autoindex_sessions_1 ON sessions.id = wanted.value AND ${sql}`,
    values: [JSON.stringify(ids), ...values],
  };
}

function conditionOf({ workspace, shelves = ["listed"], status, agent, since }: SessionFilter): Question {
  const parts = [`shelf IN (${shelves.map((shelf) => shelfNumbers[shelf]).join()})`];
  const values: SQLInputValue[] = [];
  const add = (sql: string, ...given: readonly SQLInputValue[]): void => {
    parts.push(sql);
    values.push(...given);
  };
  if (workspace !== undefined) add("workspace = ?", workspace);
  if (since !== undefined) add(`${BY_PERSON} >= ?`, since);
  if (status) add(`summary ->> 'status' IN (SELECT value FROM json_each(?))`, JSON.stringify(status));
  if (agent) add(`summary ->> 'agent' IN (SELECT value FROM json_each(?))`, JSON.stringify(agent));
  return { sql: parts.join(" AND "), values };
}
