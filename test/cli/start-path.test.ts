// What a quick command loads. Each of these costs more than the command's own work, so none may slip into its path.
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";

/** All source files that are loaded with these entry points, following static imports only. */
async function loadedBy(...entries: string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: entries,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const starts = Object.entries(metafile.outputs).filter(([, output]) => entries.includes(output.entryPoint ?? ""));
  const seen = new Set<string>();
  for (const [path] of starts) visit(metafile, path, seen);
  return [...seen].flatMap((path) => {
    const output = metafile.outputs[path];
    const inputs = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    const builtins = (output?.imports ?? []).filter(({ external }) => external).map((one) => one.path);
    return [...inputs.map(([input]) => input), ...builtins];
  });
}

function visit(metafile: Metafile, path: string, seen: Set<string>): void {
  if (seen.has(path)) return;
  seen.add(path);
  for (const one of metafile.outputs[path]?.imports ?? []) {
    if (!one.external && one.kind === "import-statement") visit(metafile, one.path, seen);
  }
}

const cli = (file: string): string => join("src/cli", file);
/** How sizes are written and how lines are split are functions alone. */
const heavy =
  /node_modules\/(zod|string-width|smol-toml)|src\/core\/(?!text\/(byte-size|line-splitter)\.ts)|node:(crypto|child_process|readline)/;

/** The order of rows in a list, which is pure and small. */
const orderOfRows = ["src/core/arrangement/position.ts", "src/core/list-groups.ts", "src/core/list-order.ts"];

test("listing sessions loads no schemas, no folds and no widths of characters", async () => {
  const loaded = await loadedBy(cli("index.ts"), cli("commands/sessions.ts"), cli("daemon/open-client.ts"));
  expect(loaded.length).toBeGreaterThan(20);
  expect(loaded.filter((path) => heavy.test(path)).sort()).toEqual(orderOfRows);
});

test("a list that stays loads no folds either, only the order of rows", async () => {
  const loaded = await loadedBy(cli("index.ts"), cli("sessions/live-list.ts"));
  expect(loaded).toContain("src/client/session-list.ts");
  expect(loaded.filter((path) => heavy.test(path)).sort()).toEqual(orderOfRows);
});

test("the command line alone does not even load the client", async () => {
  const loaded = await loadedBy(cli("index.ts"));
  expect(loaded.filter((path) => heavy.test(path) || path.startsWith("src/client") || path === "node:http")).toEqual(
    [],
  );
});
