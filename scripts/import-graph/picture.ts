// The folders of src/ in layers, and what each state of the code has in numbers.
import { cyclesIn, type FolderImports, folderImports, type ImportingFile } from "./folders.ts";

/** A folder is in the lowest layer in which everything that it imports is below it. */
export function picture(files: readonly ImportingFile[]): string[] {
  const { folders, imports } = graphOf(files);
  const cycles = cyclesIn(files);
  if (cycles.length > 0) return cycles;
  const width = Math.max(...folders.map(({ length }) => length));
  const layers = Object.entries(Object.groupBy(folders, (folder) => layerOf(folder, imports))).toReversed();
  const line = (folder: string): string => {
    const below = [...(imports.get(folder) ?? [])].toSorted();
    return below.length === 0 ? folder : `${folder.padEnd(width)}  → ${below.join(" ")}`;
  };
  const lines = layers.flatMap(([, layer = []]) => [...layer.map(line), ""]);
  return [...lines, "cycles: none, among these folders and among the sub-folders of each"];
}

export interface Numbers {
  readonly files: number;
  /** Pairs of folders of which one imports the other. */
  readonly edges: number;
  /** Of each folder: all of its files, and those that are in none of its sub-folders. */
  readonly folders: readonly { readonly folder: string; readonly files: number; readonly atTop: number }[];
  readonly cycles: readonly string[];
}

export function numbersOf(files: readonly ImportingFile[]): Numbers {
  const { folders, imports } = graphOf(files);
  const within = (folder: string): string[][] =>
    files.map(({ path }) => path.split("/")).filter((parts) => parts[1] === folder);
  return {
    files: files.length,
    edges: [...imports.values()].reduce((sum, { size }) => sum + size, 0),
    folders: folders.map((folder) => {
      const own = within(folder);
      return { folder, files: own.length, atTop: own.filter(({ length }) => length === 3).length };
    }),
    cycles: cyclesIn(files),
  };
}

function graphOf(files: readonly ImportingFile[]): { folders: string[]; imports: FolderImports } {
  const nested = files.filter(({ path }) => path.split("/").length > 2);
  const folders = [...new Set(nested.map(({ path }) => path.split("/")[1] ?? ""))].toSorted();
  return { folders, imports: folderImports(nested).get("src") ?? new Map() };
}

const layerOf = (folder: string, imports: FolderImports): number =>
  Math.max(-1, ...[...(imports.get(folder) ?? [])].map((below) => layerOf(below, imports))) + 1;
