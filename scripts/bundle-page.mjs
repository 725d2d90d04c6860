// Bundles the web page into dist/web: index.html, and assets whose names carry a hash of their contents, so that browsers may keep them.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build as esbuild } from "esbuild";

/** Programs that the page starts beside itself. Each is built first: the page knows them by the names of their files. */
const workers = /** @type {Record<string, string>} */ ({
  HIGHLIGHT_WORKER: "src/web/transcript/highlight/worker.ts",
  LANE_WORKER: "src/web/sync/lane-worker.ts",
});

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
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  outdir: "dist/web/assets",
};

/**
 * @param {string} root
 * @param {Record<string, string>} define
 * @returns {Promise<{ name: string, contents: Uint8Array, inputs: string[] }[]>}
 */
export async function bundlePage(root, define) {
  /** @param {string} entry @param {import("esbuild").BuildOptions} more */
  const bundle = async (entry, more) => {
    const {
      outputFiles = [],
      metafile,
      warnings,
    } = await esbuild({ ...options, absWorkingDir: root, entryPoints: [entry], ...more });
    if (warnings.length > 0) throw new Error(`${entry}: ${JSON.stringify(warnings, null, 2)}`);
    const inputs = Object.keys(metafile?.inputs ?? {});
    return outputFiles.map(({ path, contents }) => ({ name: `web/assets/${basename(path)}`, contents, inputs }));
  };
  /** @param {string} path */
  const read = (path) => readFileSync(join(root, path));
  const programs = await Promise.all(Object.values(workers).map((entry) => bundle(entry, { define, splitting: true })));
  const addresses = Object.entries(workers).map(([name, entry], at) => {
    const program = programs[at]?.find((file) => file.name.includes(`/${basename(entry, ".ts")}-`));
    if (!program) throw new Error(`${entry} was not built.`);
    return [name, JSON.stringify(`/${program.name.replace("web/", "")}`)];
  });
  const page = await bundle("src/web/main.tsx", {
    splitting: true,
    define: { ...define, ...Object.fromEntries(addresses) },
  });
  /** @param {string} kind */
  const main = (kind) => {
    const found = page.find(({ name }) => /\/main-[^/]+$/.test(name) && name.endsWith(kind));
    if (!found) throw new Error(`The page has no ${kind}.`);
    return `/${found.name.replace("web/", "")}`;
  };
  const html = read("src/web/index.html").toString("utf8");
  const index = html.replace("/assets/main.js", main(".js")).replace("/assets/main.css", main(".css"));
  return [
    ...programs.flat(),
    ...page,
    { name: "web/index.html", contents: Buffer.from(index), inputs: [] },
    { name: "web/assets/icon.svg", contents: read("src/web/icon.svg"), inputs: [] },
  ];
}
