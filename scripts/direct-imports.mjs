// For bundles of several parts: what is imported through an index is imported from the file that has it, so that esbuild puts each file only into the parts that use it.
import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";

const named = /^(import|export) \{([^}]*)\} from "(\.[^"]+)";$/gm;

/** @param {string} names what stands between the braces */
const namesIn = (names) =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => {
      const [from = name, to = from] = name.split(" as ");
      return { from, to };
    });

/**
 * @param {(source: string) => string} edit changes a source first
 * @returns {import("esbuild").Plugin}
 */
export function directImports(edit = (source) => source) {
  /** @type {Map<string, Map<string, { file: string, name: string }>>} */
  const known = new Map();
  /** @param {string} file @returns what it only passes on from other files, by name */
  const passedOn = (file) => {
    const found = known.get(file) ?? new Map();
    if (known.has(file)) return found;
    known.set(file, found);
    for (const [, kind, names = "", specifier = ""] of readFileSync(file, "utf8").matchAll(named)) {
      if (kind === "import") continue;
      for (const { from, to } of namesIn(names)) found.set(to, origin(resolve(dirname(file), specifier), from));
    }
    return found;
  };
  /** @param {string} file @param {string} name @returns {{ file: string, name: string }} */
  const origin = (file, name) => (file.endsWith(".ts") && passedOn(file).get(name)) || { file, name };
  return {
    name: "direct imports",
    setup(build) {
      build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
        const text = edit(readFileSync(path, "utf8"));
        const contents = text.replace(named, (_, kind, names, specifier) =>
          namesIn(names)
            .map(({ from, to }) => {
              const { file, name } = origin(resolve(dirname(path), specifier), from);
              return `${kind} { ${name} as ${to} } from "./${relative(dirname(path), file)}";`;
            })
            .join("\n"),
        );
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}
