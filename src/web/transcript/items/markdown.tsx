// Markdown as elements. No HTML is ever made from text.
import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
  emptyMarkdown,
  type Inline,
  type MarkdownBlock,
  type MarkdownNode,
  readMarkdown,
} from "../../../view/markdown/index.ts";
import { lazyModule } from "../../page/lazy-module.ts";
import { CodeBlock } from "./code-block.tsx";

const mending = lazyModule(() => import("../../../view/markdown/mend.ts"));

/** `isOpen`: more may come. */
export function MarkdownText({ text, isOpen }: { text: string; isOpen: boolean }) {
  const markdown = useRef(emptyMarkdown);
  useEffect(() => {
    if (isOpen) void mending.load();
  }, [isOpen]);
  markdown.current = readMarkdown(text, isOpen, markdown.current, mending.loaded.value?.mend);
  return (
    <div class="markdown">
      {markdown.current.blocks.map((block) => (
        <BlockOfText key={block.from} block={block} />
      ))}
    </div>
  );
}

class BlockOfText extends Component<{ block: MarkdownBlock }> {
  override shouldComponentUpdate({ block }: { block: MarkdownBlock }): boolean {
    return block !== this.props.block;
  }

  render(): ComponentChildren {
    return <Nodes nodes={this.props.block.nodes} />;
  }
}

interface Around {
  /** In a list or a quotation, whose direction is that of its first letters: browsers leave out parts that have a direction of their own. */
  readonly isInside?: boolean;
}

function Nodes({ nodes, isInside = false }: { nodes: readonly MarkdownNode[] } & Around) {
  return (
    <>
      {nodes.map((node, index) => (
        <Node key={index} node={node} isInside={isInside} />
      ))}
    </>
  );
}

function Node({ node, isInside = false }: { node: MarkdownNode } & Around) {
  const dir = isInside ? undefined : "auto";
  switch (node.kind) {
    case "paragraph":
      return (
        <p dir={dir}>
          <Inlines parts={node.children} />
        </p>
      );
    case "line":
      return (
        <div dir={dir}>
          <Inlines parts={node.children} />
        </div>
      );
    case "heading": {
      // The page's own headings come first.
      const Heading = `h${Math.min(node.depth + 2, 6)}` as "h3";
      return (
        <Heading dir={dir} class={`depth-${node.depth}`}>
          <Inlines parts={node.children} />
        </Heading>
      );
    }
    case "code":
      return <CodeBlock language={node.language} text={node.text} isOpen={node.isOpen} />;
    case "quote":
      return (
        <blockquote dir={dir}>
          <Nodes isInside nodes={node.children} />
        </blockquote>
      );
    case "list":
      return <List node={node} isInside={isInside} />;
    case "table":
      return <Table node={node} />;
    case "rule":
      return <hr />;
    case "source":
      return (
        <p class="as-written" dir={dir}>
          {node.text}
        </p>
      );
  }
}

function List({ node: { start, items }, isInside }: { node: Extract<MarkdownNode, { kind: "list" }> } & Around) {
  const dir = isInside ? undefined : "auto";
  const lines = items.map(({ children }, index) => (
    <li key={index}>
      <Nodes isInside nodes={children} />
    </li>
  ));
  return start === null ? (
    <ul dir={dir}>{lines}</ul>
  ) : (
    <ol start={start} dir={dir}>
      {lines}
    </ol>
  );
}

function Table({ node }: { node: Extract<MarkdownNode, { kind: "table" }> }) {
  const { alignments, header, rows } = node;
  const alignment = (index: number): string => `to-${alignments[index] ?? "start"}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and scrolls by itself
    <section class="sideways" tabIndex={0} aria-label="Table">
      <table dir="auto">
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col" class={alignment(index)}>
                <Inlines parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index} class={alignment(index)}>
                  <Inlines parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return (
    <>
      {parts.map((part, index) => (
        <InlinePart key={index} part={part} />
      ))}
    </>
  );
}

function InlinePart({ part }: { part: Inline }) {
  switch (part.kind) {
    case "text":
      return <>{part.text}</>;
    case "strong":
      return (
        <strong>
          <Inlines parts={part.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines parts={part.children} />
        </em>
      );
    case "deleted":
      return (
        <del>
          <Inlines parts={part.children} />
        </del>
      );
    case "code":
      return <code dir="auto">{part.text}</code>;
    case "link":
      return (
        <Outward address={part.address} site={part.site}>
          <Inlines parts={part.children} />
        </Outward>
      );
    case "image": {
      const words = `image: ${part.text || "without a text"}`;
      if (part.address === null) return <span class="quiet">[{words}]</span>;
      return (
        <Outward address={part.address} site={new URL(part.address).host}>
          [{words}]
        </Outward>
      );
    }
    case "checkbox":
      return <input type="checkbox" checked={part.isChecked} disabled aria-label={part.isChecked ? "done" : "open"} />;
    case "break":
      return <br />;
  }
}

/** A link out of the page. Where it leads is always to be seen. */
function Outward({ address, site, children }: { address: string; site: string | null; children: ComponentChildren }) {
  return (
    <>
      <a href={address} title={address} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {site !== null && <small class="quiet"> ({site})</small>}
    </>
  );
}
