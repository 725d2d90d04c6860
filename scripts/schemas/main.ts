// `npm run schemas`: writes the OpenAPI document, the JSON Schemas and the table of routes anew. With `--release` today's events become what
// later versions are held against.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { documents, RELEASED_EVENTS } from "./documents.ts";
import { root } from "./read-types.ts";

const made = documents();
const events = made["docs/schemas/events.json"];
const isRelease = process.argv.includes("--release");
for (const [path, text] of Object.entries({
  ...made,
  ...(isRelease && events ? { [RELEASED_EVENTS]: events } : {}),
})) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
