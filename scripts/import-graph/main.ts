// `npm run graph`: the folders of src/ and what they import; `npm run graph -- <commit> …`: the numbers of other states beside those of this one.
import { numbersOf, picture } from "./picture.ts";
import { readCommit, readTree } from "./source-tree.ts";

const here = readTree();
const others = process.argv.slice(2).map((commit) => ({ state: commit, files: readCommit(commit) }));
console.log(picture(here).join("\n"));
for (const { state, files } of [...others, { state: "here", files: here }]) {
  const { files: count, edges, folders, cycles } = numbersOf(files);
  console.log(`\n${state}: ${folders.length} folders, ${count} files, ${edges} edges`);
  console.log(folders.map(({ folder, files, atTop }) => `${folder} ${files} (${atTop} at its top)`).join(", "));
  console.log(cycles.length === 0 ? "cycles: none" : cycles.join("\n"));
}
