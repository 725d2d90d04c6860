// The languages whose code gets colours, each loaded when it is first needed, and their other names.
import type { LanguageFn } from "highlight.js";

const grammars: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  lua: () => import("highlight.js/lib/languages/lua"),
  makefile: () => import("highlight.js/lib/languages/makefile"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  scss: () => import("highlight.js/lib/languages/scss"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

const otherNames: Readonly<Record<string, string>> = {
  ...{
    sh: "bash",
    shell: "bash",
    zsh: "bash",
    console: "bash",
    h: "c",
    "c++": "cpp",
    cc: "cpp",
    hpp: "cpp",
    cs: "csharp",
    "c#": "csharp",
  },
  ...{
    patch: "diff",
    docker: "dockerfile",
    golang: "go",
    toml: "ini",
    js: "javascript",
    jsx: "javascript",
    mjs: "javascript",
  },
  ...{
    jsonc: "json",
    jsonl: "json",
    kt: "kotlin",
    make: "makefile",
    md: "markdown",
    py: "python",
    rb: "ruby",
    rs: "rust",
  },
  ...{
    ts: "typescript",
    tsx: "typescript",
    mts: "typescript",
    html: "xml",
    svg: "xml",
    vue: "xml",
    svelte: "xml",
    yml: "yaml",
  },
};

/** Its own name, or null for a language that gets no colours. */
export function languageNamed(name: string): string | null {
  const own = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name;
  return Object.hasOwn(grammars, own) ? own : null;
}

export async function loadGrammar(language: string): Promise<LanguageFn | null> {
  const load = Object.hasOwn(grammars, language) ? grammars[language] : undefined;
  return load ? (await load()).default : null;
}
