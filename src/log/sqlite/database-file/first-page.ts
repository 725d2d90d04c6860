// A copy of the database's first page, which says where each table begins: with it, a file whose first page is destroyed can still be read.
import { FileRefused, readRegularFile } from "../../../home/index.ts";
import { isCode, replaceFileSync } from "../../../system/index.ts";
import type { Pages } from "./pages.ts";
import { rootsOf } from "./walk.ts";

const copyOf = (path: string): string => `${path}.page1`;

/** The largest page size of SQLite. */
const LARGEST_PAGE = 65_536;

/** The byte ranges that depend on the schema. The bytes outside of them change with each commit. */
const SCHEMA = [
  [40, 92],
  [100, undefined],
] as const;

/** To be called for a healthy database. The copy is not synced: the next start can make it again. */
export function keepFirstPage(pages: Pages, path: string): void {
  const page = pages.page(1);
  const copy = page && readCopy(path, page.length);
  if (!page || (copy && SCHEMA.every(([from, to]) => copy.subarray(from, to).equals(page.subarray(from, to))))) return;
  replaceFileSync(copyOf(path), page, { isDurable: false });
}

/** The same pages, with the copy instead of the first page if that one does not lead to the events. */
export function withKnownFirstPage(pages: Pages, path: string): Pages {
  if (rootsOf(pages).has("events")) return pages;
  const copy = readCopy(path, pages.pageSize);
  if (!copy) return pages;
  return { ...pages, page: (number) => (number === 1 ? copy : pages.page(number)) };
}

function readCopy(path: string, length: number): Buffer | null {
  try {
    const copy = readRegularFile(copyOf(path), { maxBytes: LARGEST_PAGE });
    return copy.length === length ? copy : null;
  } catch (fault) {
    if (isCode(fault, "ENOENT") || fault instanceof FileRefused) return null;
    throw fault;
  }
}
