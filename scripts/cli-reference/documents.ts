// The references in docs/ that are written by a program: commands, keys of the config, routes and problems of the wire, which folder imports which.
// Each comes from what the product itself uses.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAllCommands } from "../../src/cli/command-table.ts";
import { configDefinition } from "../../src/home/config.ts";
import { problems } from "../../src/protocol/index.ts";
import { picture } from "../import-graph/picture.ts";
import { readTree } from "../import-graph/source-tree.ts";
import { between } from "./between.ts";
import { cliReference } from "./cli.ts";
import { configReference } from "./config.ts";
import { block } from "./markdown.ts";
import { featureTable, problemTable, routeTable } from "./wire.ts";

export const root = join(import.meta.dirname, "../..");

/** Paths from the root, each with the whole text of its file. */
export async function documents(): Promise<Record<string, string>> {
  return {
    "docs/architecture.md": between(read("docs/architecture.md"), "graph", block("", picture(readTree()))),
    "docs/cli.md": cliReference(await loadAllCommands()),
    "docs/config.md": between(read("docs/config.md"), "keys", configReference(configDefinition.keys)),
    "docs/protocol.md": Object.entries({
      routes: routeTable(),
      features: featureTable(),
      problems: problemTable(problems),
    }).reduce((page, [name, block]) => between(page, name, block), read("docs/protocol.md")),
  };
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");
