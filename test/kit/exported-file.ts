// What an exported HTML file holds, read without a browser.
import { gunzipSync } from "node:zlib";
import { type ExportedContent, readExported } from "../../src/view/index.ts";

const packed = (html: string, id: string): string => {
  const found = new RegExp(`<script type="application/gzip" id="${id}">([A-Za-z0-9+/=]*)</script>`).exec(html)?.[1];
  if (!found) throw new Error(`The file has no ${id}.`);
  return gunzipSync(Buffer.from(found, "base64")).toString();
};

/** The lines of its session, unpacked. */
export const linesOfExport = (html: string): string => packed(html, "session");

export const contentOfExport = (html: string): ExportedContent => readExported(linesOfExport(html).split("\n"));
