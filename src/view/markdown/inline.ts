// The content of a paragraph: emphasis, code, links.
import type { MarkedToken, Token, Tokens } from "marked";
import { linkAddress, siteOf } from "./address.ts";
import { decodeEntities } from "./entities.ts";
import type { Inline } from "./tree.ts";

/** Joins adjacent texts. */
export function inlineNodes(tokens: readonly Token[] = []): Inline[] {
  const nodes: Inline[] = [];
  for (const node of tokens.map((token) => inlineNode(token as MarkedToken))) {
    const last = nodes.at(-1);
    if (node.kind === "text" && last?.kind === "text") nodes[nodes.length - 1] = text(last.text + node.text);
    else nodes.push(node);
  }
  return nodes;
}

const text = (text: string): Inline => ({ kind: "text", text });

function inlineNode(token: MarkedToken): Inline {
  switch (token.type) {
    case "strong":
      return { kind: "strong", children: inlineNodes(token.tokens) };
    case "em":
      return { kind: "emphasis", children: inlineNodes(token.tokens) };
    case "del":
      return { kind: "deleted", children: inlineNodes(token.tokens) };
    case "codespan":
      return { kind: "code", text: token.text };
    case "br":
      return { kind: "break" };
    case "checkbox":
      return { kind: "checkbox", isChecked: token.checked };
    case "link":
      return link(token);
    case "image": {
      const address = linkAddress(token.href);
      return { kind: "image", address, text: decodeEntities(token.text) };
    }
    case "escape":
      return text(token.text);
    case "text":
      return text(decodeEntities(token.text));
    default:
      return text(token.raw);
  }
}

/** A link with a forbidden address is shown as source text. */
function link({ raw, href, text: said, tokens, autolink }: Tokens.Link): Inline {
  const address = linkAddress(autolink ? href : decodeEntities(href));
  if (address === null) return text(raw);
  return { kind: "link", address, site: siteOf(address, said), children: inlineNodes(tokens) };
}
