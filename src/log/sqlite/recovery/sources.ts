// Where events may still be found: the damaged database, then its backups, the newest first.
import { basename } from "node:path";
import { generationsIn } from "../backup/generations.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { withKnownFirstPage } from "./first-page.ts";
import { MAGIC, openPages, type Pages } from "./pages.ts";
import { currentVersion, type Table, tablesOf } from "./tables.ts";
import { rootsOf, rowsOfTable } from "./walk.ts";

export interface Source {
  /** Null for the damaged database itself. */
  generation: string | null;
  pages: Pages;
  version: number;
  tables: Table[];
}

export interface Meta {
  epoch: string;
  lastCommit: number;
  /** How many of the events up to there are gone for good, as somebody wanted it. */
  purged: number;
}

/** What a source says about itself; null when that can't be read. */
export function metaOf({ pages, tables }: Pick<Source, "pages" | "tables">): Meta | null {
  const table = tables.find(({ name }) => name === "meta");
  const root = rootsOf(pages).get("meta");
  if (!table || root === undefined) return null;
  for (const { epoch, last_commit: lastCommit, purged } of rowsOfTable(pages, table, root)) {
    if (typeof epoch === "string" && typeof lastCommit === "number")
      return { epoch, lastCommit, purged: typeof purged === "number" ? purged : 0 };
  }
  return null;
}

/** Opened one by one, as they are needed. */
export function* sourcesOf(places: RecoveryPaths): Iterable<Source> {
  const main = openPages(places.path, { skipsUnreadable: places.skipsUnreadable ?? false });
  if (main) yield sourceOf(withKnownFirstPage(main, places.path), null);
  for (const { path } of generationsIn(places.backups)) {
    const pages = openPages(path, { skipsUnreadable: true });
    if (pages) yield sourceOf(pages, basename(path));
  }
}

export function sourceOf(pages: Pages, generation: string | null): Source {
  const version = versionOf(pages) || currentVersion;
  return { generation, pages, version, tables: tablesOf(Math.min(version, currentVersion)) };
}

/** 0 when the first page can't be read. */
export function versionOf(pages: Pages): number {
  const first = pages.page(1);
  return first?.subarray(0, MAGIC.length).equals(MAGIC) ? first.readUInt32BE(60) : 0;
}
