// The documents with the matrix in them: what is between two markers is written by `npm run matrix`, the rest by people.
import { readFileSync } from "node:fs";
import { knownAgents } from "./known-agents.ts";
import { details, legend, longMatrix, shortMatrix } from "./markdown.ts";
import type { Matrix } from "./matrix.ts";

/** Path → its whole text as it should be. */
export async function documents(matrix: Matrix): Promise<Record<string, string>> {
  const agents = await knownAgents(matrix);
  return {
    "README.md": filled("README.md", { matrix: shortMatrix(agents) }),
    "docs/agents.md": filled("docs/agents.md", {
      matrix: `${longMatrix(agents)}\n\n${legend()}`,
      details: details(agents),
    }),
  };
}

function filled(path: string, parts: Readonly<Record<string, string>>): string {
  let text = readFileSync(path, "utf8");
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- ${name}: written by npm run matrix -->`, `<!-- /${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${path} has no place for the ${name}: ${begin} … ${end}`);
    text = `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
  }
  return text;
}
