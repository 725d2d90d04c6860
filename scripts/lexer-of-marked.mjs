// For the page's bundle: of marked only its lexer, built from the sources that the package has in its source map. In the package itself everything is
// one file, of which nothing can be left out.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** @returns {import("esbuild").Plugin} */
export const lexerOfMarked = () => ({
  name: "the lexer of marked",
  setup(build) {
    const lib = dirname(createRequire(import.meta.url).resolve("marked"));
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(lib, "marked.esm.js.map"), "utf8"));
    /** @type {Map<string, string>} */
    const contentsOf = new Map(
      sources.map((/** @type {string} */ path, /** @type {number} */ at) => [join(lib, path), sourcesContent[at]]),
    );
    const lexer = join(lib, "../src/Lexer.ts");
    build.onResolve({ filter: /^marked$/ }, () => ({ path: lexer, sideEffects: false }));
    build.onResolve({ filter: /^\.\/\w+\.ts$/ }, ({ path, importer }) => {
      const found = join(dirname(importer), path);
      return contentsOf.has(found) ? { path: found, sideEffects: false } : undefined;
    });
    build.onLoad({ filter: /\/marked\/src\/\w+\.ts$/ }, ({ path }) => {
      const contents = contentsOf.get(path);
      if (contents === undefined) return { errors: [{ text: `The source map of marked does not have ${path}.` }] };
      return { contents: path === lexer ? `${contents}\nexport { _Lexer as Lexer };\n` : contents, loader: "ts" };
    });
  },
});
