// For bundles for pages: the core's own reading of schemas in the place of zod, and schemas without their descriptions, which are for references alone.
import { fileURLToPath } from "node:url";

const path = fileURLToPath(new URL("../src/core/zod-in-pages.ts", import.meta.url));
const description = /\s*\.describe\(\s*"(?:[^"\\]|\\.)*",?\s*\)/g;

/** @param {string} source */
export const withoutDescriptions = (source) => source.replace(description, "");

/** @returns {import("esbuild").Plugin} */
export const zodInPages = () => ({
  name: "zod in pages",
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, () => ({ path, sideEffects: false }));
  },
});
