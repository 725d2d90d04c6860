// Bundles Skein into dist/: one self-contained CommonJS file per process that Skein starts, and the client library as ES modules.
// A file is replaced in one step and only when it changed, so that a running Skein never reads half of one.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as esbuild } from "esbuild";
import { bundleExport } from "./bundle-export.mjs";
import { bundlePage } from "./bundle-page.mjs";
import { directImports } from "./direct-imports.mjs";
import { thirdPartyLicenses } from "./licenses.mjs";
import { withoutDescriptions, zodInPages } from "./zod-in-pages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * What is imported lazily can be a bundle of its own: the compile cache works on whole files, the CLI stays free of daemon code, and the
 * log's writer of what repairs a database.
 * The CLI's share of the core is one too, and what reads config.toml: commands that need neither, such as a list, don't load them.
 */
const bundles = {
  "skein.cjs": "src/bin.ts",
  "cli.cjs": "src/cli/index.ts",
  "core.cjs": "src/core/index.ts",
  "config.cjs": "src/home/config.ts",
  "daemon.cjs": "src/daemon/index.ts",
  "log-repair.cjs": "src/log/sqlite/repair/index.ts",
  "log-writer.cjs": "src/log/sqlite/writer-thread.ts",
  "log-backup.cjs": "src/log/sqlite/backup/backup-thread.ts",
  "large-lines.cjs": "src/agents/large-lines/thread.ts",
  "demo-agent.cjs": "src/agents/demo/agent/main.ts",
  "pi-approvals.mjs": "src/agents/pi/approvals/extension.ts",
  "opencode-bridge.cjs": "src/agents/opencode/bridge/main.ts",
  "tool-runner.cjs": "src/agents/custom/runner/main.ts",
};

/** Files that are copied unchanged. */
const copies = {
  "pi-new-session.jsonl": "src/agents/pi/new-session.jsonl",
  "openapi.json": "docs/openapi.json",
  "schemas/answers.json": "docs/schemas/answers.json",
  "schemas/events.json": "docs/schemas/events.json",
};

const inPages = /** @type {const} */ ({ platform: "browser", target: "es2022", minify: true });

/**
 * `skein/client`, for Node and for browsers, and `skein/client/lazy`, whose folds are a file that is loaded with the first view.
 * @type {Record<string, { entry: string, platform: "node" | "browser", target: string, minify?: boolean, splitting?: boolean }>}
 */
const libraries = {
  "client.mjs": { entry: "src/client-entry/node.ts", platform: "node", target: "node22" },
  "client.browser.mjs": { entry: "src/client-entry/browser.ts", ...inPages },
  "lazy/client.mjs": { entry: "src/client-entry/lazy.ts", ...inPages, splitting: true },
};

/** @type {import("esbuild").Plugin} */
const lazyImportsAreBundles = {
  name: "lazy-imports-are-bundles",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return;
      const file = Object.entries(bundles).find(([, entry]) => join(root, entry) === join(resolveDir, path))?.[0];
      return file ? { path: `./${file}`, external: true } : undefined;
    });
  },
};

/** @type {import("esbuild").Plugin} */
const sharesAreBundles = {
  name: "shares-are-bundles",
  setup(build) {
    for (const file of /** @type {const} */ (["core.cjs", "config.cjs"]))
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) =>
        join(resolveDir, path) === join(root, bundles[file])
          ? { path: `./${file}`, external: true, sideEffects: false }
          : undefined,
      );
  },
};

/** @param {string} entry */
function bundle(entry) {
  return esbuild({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    // Pi takes an extension's default export from ES modules alone.
    format: entry === bundles["pi-approvals.mjs"] ? "esm" : "cjs",
    // Older than what Skein needs: an old Node must get as far as the version check in bin.ts.
    target: "node18",
    // require() instead of import(): it skips Node's ES module loader, which costs more than the module itself.
    supported: { "dynamic-import": false },
    define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
    legalComments: "none",
    logLevel: "silent",
    // The log's writer is held in memory by the daemon: it has everything in it.
    plugins: [
      ...(entry === bundles["log-writer.cjs"] ? [] : [lazyImportsAreBundles]),
      ...(entry === bundles["cli.cjs"] ? [sharesAreBundles] : []),
    ],
  });
}

/** @param {(typeof libraries)[string]} library */
function bundleLibrary({ entry, ...options }) {
  return esbuild({
    ...options,
    plugins: options.platform === "browser" ? [zodInPages(), directImports(withoutDescriptions)] : [],
    absWorkingDir: root,
    entryPoints: [entry],
    entryNames: "client",
    chunkNames: "[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    outdir: "dist",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    // What only Node has is not in the browser's share; should it ever be, the page says so when it is loaded, and a test before that.
    external: ["node:*"],
    legalComments: "none",
    logLevel: "silent",
  });
}

/** @param {string} file @param {string | Uint8Array} contents @param {number} mode */
function replace(file, contents, mode) {
  const bytes = Buffer.from(contents);
  if (existsSync(file) && readFileSync(file).equals(bytes)) return;
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, bytes);
  chmodSync(temporary, mode);
  renameSync(temporary, file);
}

/** @param {ReadonlySet<string>} current */
function removeOldParts(current) {
  for (const folder of ["lazy", "web/assets"]) {
    const parts = readdirSync(join(root, "dist", folder)).filter((name) => !name.endsWith(".d.mts"));
    for (const name of parts) if (!current.has(`${folder}/${name}`)) rmSync(join(root, "dist", folder, name));
  }
}

/** The library's declarations. They take the compiler several seconds, and nothing needs them at run time. */
async function declarations() {
  const { withTypes } = await import("./schemas/read-types.ts");
  const { declarationsOf } = await import("./schemas/declarations.ts");
  return withTypes((types) =>
    Object.entries(libraries).map(([name, { entry }]) => ({
      name: name.replace(".mjs", ".d.mts"),
      contents: Buffer.from(declarationsOf(types, entry)),
    })),
  );
}

/**
 * Builds everything and says what was built; throws with esbuild's messages, and leaves dist/ as it was, when something is not clean.
 * @param {{ withTypes?: boolean }} options
 */
export async function build({ withTypes = false } = {}) {
  if (withTypes && !process.features.typescript)
    throw new Error(
      `The build needs Node 24, and this is Node ${process.versions.node}. Run "npm run build": npm scripts use the Node in node_modules.`,
    );
  const dist = join(root, "dist");
  for (const folder of ["schemas", "lazy", "web/assets"]) mkdirSync(join(dist, folder), { recursive: true });
  const built = await Promise.all(
    [
      ...Object.entries(bundles).map(([name, entry]) => ({ name, entry, result: bundle(entry) })),
      ...Object.entries(libraries).map(([name, one]) => ({ name, entry: one.entry, result: bundleLibrary(one) })),
    ].map(async ({ name, entry, result }) => {
      const { outputFiles, metafile, warnings } = await result;
      const [contents, ...parts] = outputFiles.map((file) => file.contents);
      if (!contents || warnings.length > 0) throw new Error(`${entry}: ${JSON.stringify(warnings, null, 2)}`);
      const names = outputFiles.slice(1).map(({ path }) => join(dirname(name), basename(path)));
      const inputs = Object.keys(metafile.inputs);
      return [
        { name, contents, inputs },
        ...parts.map((part, at) => ({ name: names[at] ?? "", contents: part, inputs })),
      ];
    }),
  ).then((each) => each.flat());
  built.push(...(await bundlePage(root)), ...(await bundleExport(root)));
  const typed = withTypes ? await declarations() : [];
  const licenses = thirdPartyLicenses(root, new Set(built.flatMap(({ inputs }) => inputs)));
  replace(join(dist, "third-party-licenses.txt"), licenses, 0o644);
  for (const { name, contents } of built) replace(join(dist, name), contents, name === "skein.cjs" ? 0o755 : 0o644);
  for (const [name, source] of Object.entries(copies))
    replace(join(dist, name), readFileSync(join(root, source)), 0o644);
  for (const { name, contents } of typed) replace(join(dist, name), contents, 0o644);
  removeOldParts(new Set(built.map(({ name }) => name)));
  return [...built, ...typed].map(({ name, contents }) => `dist/${name} ${Math.ceil(contents.length / 1024)} KB`);
}
