// Bundles dist/export.html: what an exported session is shown with, as one file that loads nothing. `skein export --html` puts the session into it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { directImports } from "./direct-imports.mjs";
import { lexerOfMarked } from "./lexer-of-marked.mjs";
import { thirdPartyLicenses } from "./licenses.mjs";
import { withoutDescriptions, zodInPages } from "./zod-in-pages.mjs";

/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** @param {string} script @param {string} style */
const policyOf = (script, style) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "worker-src blob:",
    "img-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types skein",
  ].join("; ");

/** @param {string} root */
export async function bundleExport(root) {
  /** @param {string} entry @param {import("esbuild").BuildOptions} more */
  const bundle = async (entry, more = {}) => {
    const {
      outputFiles = [],
      metafile,
      warnings,
    } = await esbuild({
      absWorkingDir: root,
      entryPoints: [entry],
      outdir: "dist",
      bundle: true,
      write: false,
      metafile: true,
      minify: true,
      format: "iife",
      platform: "browser",
      target: "es2022",
      jsx: "automatic",
      jsxImportSource: "preact",
      legalComments: "none",
      logLevel: "silent",
      external: ["node:*"],
      plugins: [zodInPages(), lexerOfMarked(), directImports(withoutDescriptions)],
      ...more,
    });
    if (warnings.length > 0) throw new Error(`${entry}: ${JSON.stringify(warnings, null, 2)}`);
    /** @param {string} kind */
    const text = (kind) => outputFiles.find(({ path }) => path.endsWith(kind))?.text ?? "";
    return { script: text(".js"), style: text(".css"), inputs: Object.keys(metafile?.inputs ?? {}) };
  };
  const highlight = await bundle("src/web/transcript/highlight/worker.ts");
  const page = await bundle("src/web/exported/main.tsx", {
    define: { HIGHLIGHT_WORKER_TYPE: '"classic"', SHARED_WORKER: '""' },
  });
  // Within these elements a browser would read on, or end too early.
  for (const [text, unwanted] of /** @type {const} */ ([
    [page.script, /<\/script|<script/i],
    [page.style, /<\/style/i],
  ]))
    if (unwanted.test(text)) throw new Error(`The program of exported files has ${unwanted}.`);
  const inputs = [...highlight.inputs, ...page.inputs];
  const packed = gzipSync(
    `/*\n${thirdPartyLicenses(root, new Set(inputs)).replaceAll("*/", "* /")}\n*/\n${highlight.script}`,
    { level: 9 },
  );
  const html = readFileSync(join(root, "src/web/exported/exported.html"), "utf8");
  const parts = {
    "    <title>": `    <meta http-equiv="Content-Security-Policy" content="${policyOf(page.script, page.style)}" />\n    <title>`,
    "  </head>": `    <style>${page.style}</style>\n  </head>`,
    "  </body>": [
      '    <script type="application/gzip" id="session"></script>',
      `    <script type="application/gzip" id="highlight">${packed.toString("base64")}</script>`,
      `    <script>${page.script}</script>`,
      '    <div id="complete" hidden></div>',
      "  </body>",
    ].join("\n"),
  };
  let contents = html;
  for (const [place, text] of Object.entries(parts)) contents = contents.replace(place, () => text);
  return [{ name: "export.html", contents: Buffer.from(contents), inputs }];
}
