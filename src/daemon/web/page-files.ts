// The page's own files, read once from the installation: an update beside a running daemon can't mix two versions.
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { isCode } from "../../system/index.ts";
import { Refusal } from "../refusal.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** What the page may do: run its own scripts, and talk to this daemon. It loads nothing from anywhere else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types skein",
].join("; ");

/** The name of an asset has a hash of what is in it. */
const FOREVER = "public, max-age=31536000, immutable";
const HASHED = /-[A-Z0-9]{8}\.\w+$/;

interface PageFile {
  readonly type: string;
  readonly content: Buffer;
  readonly isHashed: boolean;
  zipped?: Buffer;
}

export type PageFiles = ReadonlyMap<string, PageFile>;

/** Where the build puts them. */
export const PAGE_DIRECTORY = import.meta.filename.endsWith(".ts")
  ? join(import.meta.dirname, "../../../dist/web")
  : join(import.meta.dirname, "web");

export function readPageFiles(directory: string): PageFiles {
  const files = new Map<string, PageFile>();
  for (const path of pathsIn(directory)) {
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    const content = readFileSync(join(directory, path));
    files.set(`/${path}`, { type, content, isHashed: HASHED.test(path) });
  }
  return files;
}

function pathsIn(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
    throw new Refusal("page_missing", `The page's files are missing at ${directory}; install Skein again.`);
  }
}

const INDEX = "/index.html";
/** Places in the page have addresses of their own: each is the same file. Also of a session whose link is mistyped: the page says so. */
const PLACE = /^\/(?:s\/[^/]+|(?!\/)[\w/:-]*)$/;

export function sendPageFile(
  files: PageFiles,
  { method, url = "/", headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const [path = "/"] = url.split("?");
  const file = files.get(PLACE.test(path) ? INDEX : path);
  const isRead = method === "GET" || method === "HEAD";
  if (!file || !isRead || path === INDEX) throw new Refusal("route_not_found", `There is no ${method} ${path}.`);
  const isZipped = /\bgzip\b/.test(`${headers["accept-encoding"]}`);
  if (isZipped) file.zipped ??= gzipSync(file.content);
  const content = isZipped && file.zipped ? file.zipped : file.content;
  response.writeHead(200, {
    "content-type": file.type,
    "content-length": content.length,
    "content-security-policy": PAGE_POLICY,
    "cache-control": file.isHashed ? FOREVER : "no-store",
    vary: "accept-encoding",
    ...(isZipped ? { "content-encoding": "gzip" } : {}),
  });
  response.end(method === "HEAD" ? undefined : content);
}
