// Takes code apart for its colours, beside the page: a long text or a slow grammar never holds up the page.
import { createLowlight } from "lowlight";
import { languageNamed, loadGrammar } from "./languages.ts";
import type { HighlightAnswer, HighlightRequest, Piece } from "./messages.ts";

const lowlight = createLowlight();

type Node = ReturnType<typeof lowlight.highlight>["children"][number];

async function piecesOf({ language, text }: HighlightRequest): Promise<readonly Piece[] | null> {
  const name = languageNamed(language);
  if (name === null) return null;
  if (!lowlight.registered(name)) {
    const grammar = await loadGrammar(name);
    if (!grammar) return null;
    lowlight.register(name, grammar);
  }
  const pieces: Piece[] = [];
  const add = (nodes: readonly Node[], kind: string): void => {
    for (const node of nodes) {
      if (node.type === "text") pieces.push([kind, node.value]);
      else if (node.type === "element")
        add(node.children as readonly Node[], kindOf(node.properties.className) || kind);
    }
  };
  add(lowlight.highlight(name, text).children, "");
  return pieces;
}

/** "hljs-keyword" → "keyword". */
const kindOf = (names: unknown): string => (Array.isArray(names) ? String(names[0] ?? "").replace(/^hljs-/, "") : "");

const scope = self as unknown as {
  onmessage: (message: { data: HighlightRequest }) => void;
  postMessage: (answer: HighlightAnswer) => void;
};

scope.onmessage = ({ data }) => {
  piecesOf(data).then(
    (pieces) => scope.postMessage({ id: data.id, pieces }),
    () => scope.postMessage({ id: data.id, pieces: null }),
  );
};
