// Parses one block of markdown into nodes. Never throws, and takes limited time: what is too deep or too long is shown as source text.
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { inlineNodes } from "./inline.ts";
import type { Inline, MarkdownNode } from "./tree.ts";

export interface Definition {
  readonly href: string;
  readonly title: string;
}

export type Definitions = ReadonlyMap<string, Definition>;

export type Mend = (source: string) => string;

export interface ReadOptions {
  readonly definitions: Definitions;
  /** More may follow. */
  readonly isOpen: boolean;
  /** Closes unclosed markup of a text to which more may follow. */
  readonly mend?: Mend | undefined;
}

/** Nested quotes and lists. */
const tooDeep = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){24}/m;
/** The lexer takes quadratic time for some long texts. */
const MAX_INLINE = 6000;
const MAX_BLOCK = 200_000;

export function readBlock(source: string, { definitions, isOpen, mend }: ReadOptions): MarkdownNode[] {
  const isFence = /^ {0,3}(?:```|~~~)/.test(source);
  if (!isFence && (source.length > MAX_BLOCK || tooDeep.test(source))) return [{ kind: "source", text: source }];
  try {
    const lexer = new Lexer({ gfm: true });
    for (const [tag, definition] of definitions) lexer.tokens.links[tag] = definition;
    const isMended = mend && isOpen && !isFence && source.length <= MAX_INLINE;
    const tokens = lexer.blockTokens(isMended ? mend(source) : source, []);
    for (const { src, tokens: inside } of lexer.inlineQueue) {
      if (src.length > MAX_INLINE) inside.push({ type: "text", raw: src, text: src });
      else lexer.inlineTokens(src, inside);
    }
    return nodes(tokens, isOpen);
  } catch {
    return [{ kind: "source", text: source }];
  }
}

const nodes = (tokens: readonly Token[], isOpen: boolean): MarkdownNode[] =>
  tokens.flatMap((token) => node(token as MarkedToken, isOpen));

function node(token: MarkedToken, isOpen: boolean): MarkdownNode[] {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return token.type === "checkbox" ? [{ kind: "line", children: inlineNodes([token]) }] : [];
    case "heading":
      return [{ kind: "heading", depth: token.depth, children: inlineNodes(token.tokens) }];
    case "paragraph":
      return [{ kind: "paragraph", children: inlineNodes(token.tokens) }];
    case "text":
      return [{ kind: "line", children: token.tokens ? inlineNodes(token.tokens) : inlineNodes([token]) }];
    case "code":
      return [code(token, isOpen)];
    case "blockquote":
      return [{ kind: "quote", children: nodes(token.tokens, isOpen) }];
    case "list":
      return [
        {
          kind: "list",
          start: token.ordered ? Number(token.start) : null,
          items: token.items.map(({ tokens }) => ({ children: joinLines(nodes(tokens, isOpen)) })),
        },
      ];
    case "table":
      return [
        {
          kind: "table",
          alignments: token.align,
          header: token.header.map(cell),
          rows: token.rows.map((row) => row.map(cell)),
        },
      ];
    case "hr":
      return [{ kind: "rule" }];
    default:
      return [{ kind: "source", text: token.raw.trimEnd() }];
  }
}

const cell = ({ tokens }: Tokens.TableCell): Inline[] => inlineNodes(tokens);

/** Puts a checkbox and its text on one line. */
function joinLines(children: readonly MarkdownNode[]): MarkdownNode[] {
  const [first, second, ...others] = children;
  const isBox = first?.kind === "line" && first.children.length === 1 && first.children[0]?.kind === "checkbox";
  if (!isBox || (second?.kind !== "line" && second?.kind !== "paragraph")) return [...children];
  return [{ ...second, children: [...first.children, ...second.children] }, ...others];
}

function code({ raw, text, lang = "" }: Tokens.Code, isOpen: boolean): MarkdownNode {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  const isClosed = fence === undefined || raw.trimEnd().endsWith(`\n${fence}`) || !isOpen;
  return { kind: "code", language: /^[\w+#.-]*/.exec(lang)?.[0].toLowerCase() ?? "", text, isOpen: !isClosed };
}
