// A copy of a database's first page. It says where every table begins: with it, a file whose first page is destroyed can be read as before.
import { FileRefused, readRegularFile } from "../../../home/index.ts";
import { isCode, replaceFileSync } from "../../../system/index.ts";
import type { Pages } from "./pages.ts";
import { rootsOf } from "./walk.ts";

const copyOf = (path: string): string => `${path}.page1`;

/** SQLite's. */
const LARGEST_PAGE = 65_536;

/** The schema's part of the page: what stands before and between says how often and how far the file was written. */
const SCHEMA = [
  [40, 92],
  [100, undefined],
] as const;

/** To be called for a healthy database. Without a sync: it is made anew at the next start. */
export function keepFirstPage(pages: Pages, path: string): void {
  const page = pages.page(1);
  const copy = page && readCopy(path, page.length);
  if (!page || (copy && SCHEMA.every(([from, to]) => copy.subarray(from, to).equals(page.subarray(from, to))))) return;
  replaceFileSync(copyOf(path), page, { isDurable: false });
}

/** The pages with the copy in the place of a first page that leads nowhere. */
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
