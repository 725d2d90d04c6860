// `npm run docs`: writes the references in docs/ anew.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documents, root } from "./documents.ts";

for (const [path, text] of Object.entries(await documents())) {
  writeFileSync(join(root, path), text);
  console.log(path);
}
