// A page of the same stack with nothing in it but what is measured: the best that the page could do in this browser. A field, two places to switch
// between, and something to scroll.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const source = `
import { signal } from "@preact/signals";
import { render } from "preact";
const place = signal("one");
const Page = () => (
  <main>
    <button id="switch" type="button" onClick={() => { place.value = place.value === "one" ? "two" : "one"; }}>switch</button>
    <p class={place.value}>{place.value}</p>
    <textarea aria-label="Prompt" />
    <div class="transcript" style={{ height: "400px", overflow: "auto" }}>
      {Array.from({ length: 2000 }, (_, at) => <p class="item" key={at}>{at}</p>)}
    </div>
  </main>
);
render(<Page />, document.body);
`;

const html = '<!doctype html><meta charset="utf-8"><title>empty</title><script type="module" src="/empty.js"></script>';

export interface EmptyPage {
  /** What the door answers at "/empty" and "/empty.js"; null elsewhere. */
  fileAt(path: string): { readonly type: string; readonly text: string } | null;
  /** What a browser loads of it. */
  readonly zippedBytes: number;
}

export async function makeEmptyPage(): Promise<EmptyPage> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: "tsx", resolveDir: import.meta.dirname },
    ...{ bundle: true, write: false, minify: true, format: "esm", target: "es2022" },
    ...{ jsx: "automatic", jsxImportSource: "preact" },
  });
  const script = outputFiles[0]?.text ?? "";
  return {
    fileAt(path) {
      if (path === "/empty") return { type: "text/html", text: html };
      return path === "/empty.js" ? { type: "text/javascript", text: script } : null;
    },
    zippedBytes: [html, script].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0),
  };
}
