// Bundles the web page into dist/web: index.html, and assets with a hash of their contents in their names, so that browsers can cache them.
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { build as esbuild } from "esbuild";
import { directImports } from "./direct-imports.mjs";
import { lexerOfMarked } from "./lexer-of-marked.mjs";
import { withoutDescriptions, zodInPages } from "./zod-in-pages.mjs";

/** Files that the page loads separately. They are built first, because the page contains their file names. */
const beside = /** @type {Record<string, string>} */ ({
  HIGHLIGHT_WORKER: "src/web/transcript/highlight/worker.ts",
  SHARED_WORKER: "src/web/sync/lanes/shared-worker.ts",
  CHANGES_STYLE: "src/web/changes/changes.css",
  SESSION_STYLE: "src/web/styles/in-session.css",
  USAGE_STYLE: "src/web/usage/usage.css",
});

/** For home screens; `npm run icons` draws them. */
const ICONS = "src/web/icons";

/** @type {import("esbuild").BuildOptions} */
const options = {
  bundle: true,
  write: false,
  metafile: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "silent",
  external: ["node:*"],
  plugins: [zodInPages(), lexerOfMarked(), directImports(withoutDescriptions)],
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  outdir: "dist/web/assets",
};

/**
 * @param {string} root
 * @returns {Promise<{ name: string, contents: Uint8Array, inputs: string[], imports: string[] }[]>} `imports`: the files that are loaded with it
 */
export async function bundlePage(root) {
  /** @param {string} entry @param {import("esbuild").BuildOptions} more */
  const bundle = async (entry, more) => {
    const {
      outputFiles = [],
      metafile,
      warnings,
    } = await esbuild({ ...options, absWorkingDir: root, entryPoints: [entry], ...more });
    if (warnings.length > 0) throw new Error(`${entry}: ${JSON.stringify(warnings, null, 2)}`);
    const inputs = Object.keys(metafile?.inputs ?? {});
    return outputFiles.map(({ path, contents }) => {
      const { imports = [] } = metafile?.outputs[`${options.outdir}/${basename(path)}`] ?? {};
      const inStep = imports.filter(({ kind, external }) => kind === "import-statement" && !external);
      const name = `web/assets/${basename(path)}`;
      return { name, contents, inputs, imports: inStep.map((one) => `web/assets/${basename(one.path)}`) };
    });
  };
  /** Its address never changes: the browser compares its contents. It serves all addresses below it. */
  const serviceWorker = async () => {
    const [file] = await bundle("src/web/notifications/service-worker.ts", { format: "iife", entryNames: "[name]" });
    if (!file) throw new Error("The service worker was not built.");
    return [{ ...file, name: "web/service-worker.js" }];
  };
  /** @param {string} path */
  const read = (path) => readFileSync(join(root, path));
  const besides = await Promise.all(Object.values(beside).map((entry) => bundle(entry, { splitting: true })));
  const addresses = Object.entries(beside).map(([name, entry], at) => {
    const file = besides[at]?.find(({ name }) => name.includes(`/${basename(entry, extname(entry))}-`));
    if (!file) throw new Error(`${entry} was not built.`);
    return [name, JSON.stringify(`/${file.name.replace("web/", "")}`)];
  });
  const page = await bundle("src/web/main.tsx", {
    splitting: true,
    define: { ...Object.fromEntries(addresses), HIGHLIGHT_WORKER_TYPE: '"module"' },
  });
  /** @param {string} kind */
  const main = (kind) => {
    const found = page.find(({ name }) => /\/main-[^/]+$/.test(name) && name.endsWith(kind));
    if (!found) throw new Error(`The page has no ${kind}.`);
    return found;
  };
  /** @param {string} name */
  const address = (name) => name.replace("web/", "/");
  const [script, style] = [main(".js"), main(".css")];
  // Otherwise the browser finds them only once it has read the script.
  const early = script.imports.map((name) => `<link rel="modulepreload" href="${address(name)}" />`);
  const html = read("src/web/index.html").toString("utf8");
  const index = html
    .replace("/assets/main.js", address(script.name))
    .replace("/assets/main.css", address(style.name))
    .replace("  </head>", `    ${early.join("\n    ")}\n  </head>`);
  return [
    ...besides.flat(),
    ...page,
    { name: "web/index.html", contents: Buffer.from(index), inputs: [], imports: [] },
    { name: "web/assets/icon.svg", contents: read("src/web/icon.svg"), inputs: [], imports: [] },
    { name: "web/manifest.webmanifest", contents: read("src/web/manifest.webmanifest"), inputs: [], imports: [] },
    ...readdirSync(join(root, ICONS)).map((name) => ({
      name: `web/assets/${name}`,
      contents: read(join(ICONS, name)),
      inputs: [],
      imports: [],
    })),
    ...(await serviceWorker()),
  ];
}
