// Markdown as elements. No HTML is ever made from text.
import { Component, type ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import {
  emptyMarkdown,
  type Inline,
  type MarkdownBlock,
  type MarkdownNode,
  readMarkdown,
} from "../../../view/markdown/index.ts";
import { CodeBlock } from "./code-block.tsx";

/** `isOpen`: more may come. */
export function MarkdownText({ text, isOpen }: { text: string; isOpen: boolean }) {
  const markdown = useRef(emptyMarkdown);
  markdown.current = readMarkdown(text, isOpen, markdown.current);
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

function Nodes({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return (
    <>
      {nodes.map((node, index) => (
        <Node key={index} node={node} />
      ))}
    </>
  );
}

function Node({ node }: { node: MarkdownNode }) {
  switch (node.kind) {
    case "paragraph":
      return (
        <p dir="auto">
          <Inlines parts={node.children} />
        </p>
      );
    case "line":
      return (
        <div dir="auto">
          <Inlines parts={node.children} />
        </div>
      );
    case "heading": {
      // The page's own headings come first.
      const Heading = `h${Math.min(node.depth + 2, 6)}` as "h3";
      return (
        <Heading dir="auto" class={`depth-${node.depth}`}>
          <Inlines parts={node.children} />
        </Heading>
      );
    }
    case "code":
      return <CodeBlock language={node.language} text={node.text} isOpen={node.isOpen} />;
    case "quote":
      return (
        <blockquote dir="auto">
          <Nodes nodes={node.children} />
        </blockquote>
      );
    case "list":
      return <List node={node} />;
    case "table":
      return <Table node={node} />;
    case "rule":
      return <hr />;
    case "source":
      return (
        <p class="as-written" dir="auto">
          {node.text}
        </p>
      );
  }
}

function List({ node: { start, items } }: { node: Extract<MarkdownNode, { kind: "list" }> }) {
  const lines = items.map(({ children }, index) => (
    <li key={index} dir="auto">
      <Nodes nodes={children} />
    </li>
  ));
  return start === null ? (
    <ul dir="auto">{lines}</ul>
  ) : (
    <ol start={start} dir="auto">
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
