// What a database file says about itself: its version, its tables, its epoch and last commit.
import { MAGIC, type Pages } from "./pages.ts";
import { currentVersion, type Table, tablesOf } from "./tables.ts";
import { rootsOf, rowsOfTable } from "./walk.ts";

export interface Source {
  pages: Pages;
  version: number;
  tables: Table[];
}

export interface Meta {
  epoch: string;
  lastCommit: number;
  /** How many of the events up to the last commit were deleted for good. */
  purged: number;
}

/** Null when it can't be read. */
export function metaOf({ pages, tables }: Source): Meta | null {
  const table = tables.find(({ name }) => name === "meta");
  const root = rootsOf(pages).get("meta");
  if (!table || root === undefined) return null;
  for (const { epoch, last_commit: lastCommit, purged } of rowsOfTable(pages, table, root)) {
    if (typeof epoch === "string" && typeof lastCommit === "number")
      return { epoch, lastCommit, purged: typeof purged === "number" ? purged : 0 };
  }
  return null;
}

export function sourceOf(pages: Pages): Source {
  const version = versionOf(pages) || currentVersion;
  return { pages, version, tables: tablesOf(Math.min(version, currentVersion)) };
}

/** 0 when the first page can't be read. */
export function versionOf(pages: Pages): number {
  const first = pages.page(1);
  return first?.subarray(0, MAGIC.length).equals(MAGIC) ? first.readUInt32BE(60) : 0;
}
