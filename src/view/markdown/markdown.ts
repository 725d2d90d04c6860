// A growing markdown text, block by block. A finished block is parsed once and stays the same object; only the end of the text is parsed
// again.
import { Lexer, type Token, type Tokens } from "marked";
import { type Definition, type Definitions, type Mend, readBlock } from "./read-block.ts";
import type { MarkdownNode } from "./tree.ts";

export interface MarkdownBlock {
  /** Where it begins in the text. */
  readonly from: number;
  readonly source: string;
  readonly nodes: readonly MarkdownNode[];
}

export interface Markdown {
  readonly text: string;
  readonly isOpen: boolean;
  readonly blocks: readonly MarkdownBlock[];
  readonly definitions: Definitions;
}

export const emptyMarkdown: Markdown = { text: "", isOpen: false, blocks: [], definitions: new Map() };

/** How many blocks at the end may still change: a list can continue after an empty line. */
const UNSETTLED = 2;

/** The text read as markdown, with what was read of its beginning before. `isOpen`: more may come; `mend` then closes what is unclosed. */
export function readMarkdown(
  source: string,
  isOpen: boolean,
  before: Markdown = emptyMarkdown,
  mend?: Mend | undefined,
): Markdown {
  const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  if (text === before.text && isOpen === before.isOpen) return before;
  // In rare cases a block depends on text before it, so the finished text is parsed completely once more.
  const settled = isOpen && text.startsWith(before.text) ? before.blocks.slice(0, -UNSETTLED) : [];
  const last = settled.at(-1);
  const from = last ? last.from + last.source.length : 0;
  const added = splitBlocks(text.slice(from), from);
  const definitions = definitionsIn([...settled, ...added]);
  const isSame = sameDefinitions(definitions, before.definitions);
  const known = new Map(before.blocks.map((block) => [block.from, block]));
  const blocks = [...settled, ...added].map((block, index, all): MarkdownBlock => {
    const isLast = isOpen && index === all.length - 1;
    const earlier = known.get(block.from);
    const wasLast = before.isOpen && earlier === before.blocks.at(-1);
    const isKept = earlier?.source === block.source && !isLast && !wasLast && (isSame || !block.source.includes("["));
    return isKept ? earlier : { ...block, nodes: readBlock(block.source, { definitions, isOpen: isLast, mend }) };
  });
  return { text, isOpen, blocks, definitions };
}

interface Split {
  readonly from: number;
  readonly source: string;
}

/** The blocks with the empty lines behind them. */
function splitBlocks(text: string, from: number): Split[] {
  const splits: Split[] = [];
  let at = from;
  for (const source of sourcesIn(text)) {
    const last = splits.at(-1);
    if (last && source.trim() === "") splits[splits.length - 1] = { ...last, source: last.source + source };
    else splits.push({ from: at, source });
    at += source.length;
  }
  return splits;
}

/** If the lexer fails, the rest is one block. */
function sourcesIn(text: string): string[] {
  const sources: string[] = [];
  let at = 0;
  for (const { raw } of tokensIn(text)) {
    if (!text.startsWith(raw, at)) break;
    sources.push(raw);
    at += raw.length;
  }
  return at < text.length ? [...sources, text.slice(at)] : sources;
}

function tokensIn(text: string): Token[] {
  try {
    return new Lexer({ gfm: true }).blockTokens(text, []);
  } catch {
    return [];
  }
}

function definitionsIn(blocks: readonly Split[]): Definitions {
  const found = new Map<string, Definition>();
  for (const { source } of blocks) {
    if (!/^ {0,3}\[[^\]]+\]:/.test(source)) continue;
    for (const token of tokensIn(source)) {
      const { type, tag, href, title } = token as Tokens.Def;
      if (type === "def" && !found.has(tag)) found.set(tag, { href, title });
    }
  }
  return found;
}

const sameDefinitions = (one: Definitions, other: Definitions): boolean =>
  one.size === other.size && [...one].every(([tag, { href }]) => other.get(tag)?.href === href);
