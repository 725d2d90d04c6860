// `npm run ledger`: which lines of docs/ledger.md no test names. A test names a line by having the id in its name:
// test("[M-03] [M-06] the queue survives a restart", …). Skipped tests and todos do not count.
//   --owned R-01..R-06,A-02   only these, and exit 1 when one of them is missing
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { owned: { type: "string" } } });

const ledger = new Map(
  [
    ...readFileSync("docs/ledger.md", "utf8").matchAll(/^- \*\*([A-Z]-\d+)\*\* (.*?)(?: \(\[in another form\].*)?$/gm),
  ].map(([, id = "", line = ""]) => [id, line]),
);

/** Every text in the sources, behind what makes it the name of a test that does not run. */
const text = /(\.(?:skip|todo)\(\s*)?(["'`])((?:(?!\2)[^\n\\]|\\.)*)\2/g;
const comment = /^\s*(?:\/\/|\/?\*).*$/gm;
const named = new Set(
  globSync("test/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").replace(comment, "").matchAll(text)].flatMap(([, skipped, , words = ""]) =>
      skipped ? [] : [...words.matchAll(/\[([A-Z]-\d+)\]/g)].map(([, id = ""]) => id),
    ),
  ),
);

/** @param {string} list such as "R-01..R-06,A-02" */
function expand(list) {
  return list.split(",").flatMap((part) => {
    const [from = "", to = from] = part.trim().split("..");
    const ids = [...ledger.keys()];
    if (!ledger.has(from) || !ledger.has(to)) {
      console.error(`error: docs/ledger.md has no ${part.trim()}`);
      process.exit(1);
    }
    return ids.slice(ids.indexOf(from), ids.indexOf(to) + 1);
  });
}

const wanted = values.owned === undefined ? [...ledger.keys()] : expand(values.owned);
const missing = wanted.filter((id) => !named.has(id));
for (const id of missing) console.log(`${id}  ${ledger.get(id)}`);

const documents = Map.groupBy(wanted, (id) => id[0]);
const counts = [...documents].map(
  ([document, ids]) => `${document} ${ids.filter((id) => named.has(id)).length}/${ids.length}`,
);
console.log(
  `${missing.length > 0 ? "\n" : ""}named by a test: ${counts.join(" · ")} · all ${wanted.length - missing.length}/${wanted.length}`,
);

const unknown = [...named].filter((id) => !ledger.has(id));
if (unknown.length > 0) console.log(`in test names but not in the ledger: ${unknown.join(" ")}`);

process.exitCode = values.owned !== undefined && missing.length > 0 ? 1 : 0;
