// Which sessions a request lists: its query as a filter for the log, and the cursor of a page.
import { activityOf, type SessionOrder, type StatusWord } from "../../core/index.ts";
import type { ListedSession, SessionFilter, SessionQuery } from "../../log/index.ts";
import type { QueryOf } from "../../protocol/index.ts";
import { shelvesShown } from "../../session/index.ts";
import { workspaceId } from "../../workspace/index.ts";
import type { DaemonContext } from "../context.ts";
import { Refusal } from "../refusal.ts";
import { workspaceAt } from "./locate-workspace.ts";

const orders: Readonly<Record<string, SessionOrder>> = { active: "active", created: "created", name: "name" };

const statuses: Readonly<Record<StatusWord, StatusWord>> = {
  starting: "starting",
  running: "running",
  waiting: "waiting",
  idle: "idle",
  stopped: "stopped",
  error: "error",
  archived: "archived",
};

type Narrowed = Omit<QueryOf<"sessions">, "limit" | "cursor">;

export function filterOf(
  context: Pick<DaemonContext, "config">,
  query: Narrowed,
): SessionFilter & { sort: SessionOrder } {
  const { workspace, since, shelf = "listed", sort = "active" } = query;
  const status = wordsIn(query.status)?.map((word) => chosen("status", statuses, word));
  const agent = wordsIn(query.agent);
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw new Refusal("invalid_time", `since must be an ISO time, not "${since}".`);
  return {
    shelves: chosen("shelf", shelvesShown, shelf),
    sort: chosen("sort", orders, sort),
    ...(workspace === undefined ? {} : { workspace: workspaceNamed(context, workspace) }),
    ...(status ? { status } : {}),
    ...(agent ? { agent } : {}),
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
  };
}

/** By its id, or by a directory in it. */
const workspaceNamed = (context: Pick<DaemonContext, "config">, name: string): string =>
  name.startsWith("/") ? (workspaceAt(context, name) ?? workspaceId(name)) : name;

const wordsIn = (list: string | undefined): string[] | null => list?.split(",").filter(Boolean) ?? null;

function chosen<T>(name: string, known: Readonly<Record<string, T>>, given: string): T {
  const value = Object.hasOwn(known, given) ? known[given] : undefined;
  if (value !== undefined) return value;
  throw new Refusal("invalid_body", `${name} must be one of ${Object.keys(known).join(", ")}, not "${given}".`);
}

const fields = { active: "activityAt", created: "createdAt", name: "name" } as const;

/** The cursor of the page after this row. */
export const cursorOf = (row: ListedSession, sort: SessionOrder): string =>
  Buffer.from(JSON.stringify([sort === "active" ? activityOf(row) : row[fields[sort]], row.id])).toString("base64url");

export function afterCursor(cursor: string | undefined, sort: SessionOrder): Pick<SessionQuery, "after"> {
  if (cursor === undefined) return {};
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const isPlace = typeof value === "string" || (value === null && sort === "name");
    if (isPlace && typeof id === "string") return { after: { id, [fields[sort]]: value } };
  } catch {
    // The error is thrown below.
  }
  throw new Refusal("invalid_cursor", "The cursor does not come from a list.");
}
