// The types of the source as the compiler sees them, inferred ones resolved: what documents and declarations are made from.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API, type Checker, type Project, type Symbol as TsSymbol, type Type } from "typescript/unstable/sync";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folders whose exported types keep their names; all others are written out where they are used. */
const NAMED = ["src/core", "src/protocol", "src/client", "src/client-entry"];

export interface Types {
  readonly checker: Checker;
  readonly project: Project;
  /** What a module exports, by name; aliases are followed. */
  exportsOf(path: string): ReadonlyMap<string, TsSymbol>;
  /** The type's own name, when it was given one and needs no arguments. */
  nameOf(type: Type): string | null;
}

/** Opens the project, hands its types on, and closes it. */
export function withTypes<T>(use: (types: Types) => T): T {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProject: join(root, "scripts/schemas/tsconfig.json") }).getProjects()[0];
    if (!project) throw new Error("scripts/schemas/tsconfig.json is no project.");
    return use(typesOf(project));
  } finally {
    api.close();
  }
}

function typesOf(project: Project): Types {
  const { checker, program } = project;
  const exportsOf = (path: string): ReadonlyMap<string, TsSymbol> => {
    const file = program.getSourceFile(join(root, path));
    const module = file && checker.getSymbolAtLocation(file);
    // A file without exports is no module.
    return new Map(module ? checker.getExportsOfModule(module).map((one) => [one.name, one]) : []);
  };
  const names = new Map<number, string>();
  for (const path of NAMED.flatMap(sourceFiles)) {
    for (const [name, symbol] of exportsOf(path)) {
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      if (type.isErrorType() || type.isIntrinsicType() || type.isTypeParameter()) continue;
      if (!names.has(type.id)) names.set(type.id, name);
    }
  }
  return { checker, project, exportsOf, nameOf: (type) => names.get(type.id) ?? null };
}

const sourceFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith("index.ts"))
    .sort()
    .map((path) => `${folder}/${path}`);
