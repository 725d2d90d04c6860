// Markdown as a tree: what it may contain, and that reading a text as it grows gives the same as reading it at once.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyMarkdown, type Inline, type MarkdownNode, readMarkdown } from "../../../src/view/markdown/index.ts";
import { mend } from "../../../src/view/markdown/mend.ts";

const nodesOf = (text: string): MarkdownNode[] => readMarkdown(text, false).blocks.flatMap(({ nodes }) => nodes);

const inlineOf = (text: string): readonly Inline[] => {
  const [first] = nodesOf(text);
  return first && "children" in first ? (first.children as readonly Inline[]) : [];
};

const text = (text: string): Inline => ({ kind: "text", text });

describe("what is read", () => {
  test("emphasis, code, headings, lists with boxes, tables, quotes, rules", () => {
    expect(inlineOf("a **b *c*** `d` ~~e~~")).toEqual([
      text("a "),
      { kind: "strong", children: [text("b "), { kind: "emphasis", children: [text("c")] }] },
      text(" "),
      { kind: "code", text: "d" },
      text(" "),
      { kind: "deleted", children: [text("e")] },
    ]);
    expect(nodesOf("## Two\n\n> said\n\n---\n\n```ts\na < b\n```")).toEqual([
      { kind: "heading", depth: 2, children: [text("Two")] },
      { kind: "quote", children: [{ kind: "paragraph", children: [text("said")] }] },
      { kind: "rule" },
      { kind: "code", language: "ts", text: "a < b", isOpen: false },
    ]);
    expect(nodesOf("3. [x] done\n4. [ ] not")).toEqual([
      {
        kind: "list",
        start: 3,
        items: [
          { children: [{ kind: "line", children: [{ kind: "checkbox", isChecked: true }, text("done")] }] },
          { children: [{ kind: "line", children: [{ kind: "checkbox", isChecked: false }, text("not")] }] },
        ],
      },
    ]);
    expect(nodesOf("|a|b|\n|-|-:|\n|1|2|")).toEqual([
      {
        kind: "table",
        alignments: [null, "right"],
        header: [[text("a")], [text("b")]],
        rows: [[[text("1")], [text("2")]]],
      },
    ]);
  });

  test("characters by name are the characters; what is no name stays", () => {
    expect(inlineOf("a &amp; b &lt;i&gt; &unknown; &constructor; &#60;")).toEqual([
      text("a & b <i> &unknown; &constructor; <"),
    ]);
  });

  test("HTML is text", () => {
    expect(nodesOf("<script>alert(1)</script>\n")).toEqual([{ kind: "source", text: "<script>alert(1)</script>" }]);
    expect(inlineOf("a <b onclick=x>b</b>")).toEqual([text("a <b onclick=x>b</b>")]);
  });

  test("a link says where it leads; other schemes, credentials and images that would load are no links that do anything", () => {
    expect(inlineOf("[docs](https://example.com/a)")).toEqual([
      { kind: "link", address: "https://example.com/a", site: "example.com", children: [text("docs")] },
    ]);
    expect(inlineOf("[https://good.com](https://evil.com)")).toMatchObject([{ kind: "link", site: "evil.com" }]);
    expect(inlineOf("https://example.com/a")).toMatchObject([{ kind: "link", site: null }]);
    for (const written of [
      "[x](javascript:alert(1))",
      "[x](data:text/html,hi)",
      "[x](/v1/sessions)",
      "[x](vbscript:a)",
      "[x](java&#115;cript:alert(1))",
      "https://user:secret@example.com/",
      "[x](https://user@example.com)",
    ])
      expect(
        inlineOf(written).every(({ kind }) => kind === "text"),
        written,
      ).toBe(true);
    expect(inlineOf("![a](https://evil.com/b.png)")).toEqual([
      { kind: "image", address: "https://evil.com/b.png", text: "a" },
    ]);
    expect(inlineOf("![a](data:image/png;base64,AA)")).toEqual([{ kind: "image", address: null, text: "a" }]);
  });

  test("what is nested too deep, and a paragraph that is too long, are shown as written", () => {
    const deep = `${"> ".repeat(5000)}a`;
    expect(nodesOf(deep)).toEqual([{ kind: "source", text: deep }]);
    const long = "a_".repeat(20_000);
    expect(nodesOf(long)).toEqual([{ kind: "paragraph", children: [text(long)] }]);
  });
});

describe("while it grows", () => {
  const pieces = fc.constantFrom(
    ...["a", "word ", "**", "*", "_", "`", "\n", "\n\n", "- ", "1. ", "> ", "```", "```js\n", "# ", "|a|b|\n|-|-|\n"],
    ...["[x]", "[x]: http://a.b\n", "(http://c.d)", "<b>", "    ", "---\n", "===\n", "\r\n", "![", "~~", "é", "[^1]:"],
  );

  test("the result is that of reading it at once, whatever the pieces", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        let grown = emptyMarkdown;
        let whole = "";
        for (const part of parts) {
          whole += part;
          grown = readMarkdown(whole, true, grown, mend);
          expect(grown.blocks.map(({ source }) => source).join("")).toBe(whole.replace(/\r\n?/g, "\n"));
        }
        expect(readMarkdown(whole, false, grown)).toEqual(readMarkdown(whole, false));
      }),
    );
  });

  test("finished blocks stay the same objects", () => {
    const before = readMarkdown("# one\n\ntwo\n\nthree\n\nfo", true);
    const after = readMarkdown("# one\n\ntwo\n\nthree\n\nfour\n\nfive", true, before);
    expect(after.blocks[0]).toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
    expect(after.blocks[2]).toBe(before.blocks[2]);
  });

  test("a definition that comes later makes links of what was text", () => {
    const before = readMarkdown("see [x]\n\nmore\n\nmore\n\n", true);
    const after = readMarkdown("see [x]\n\nmore\n\nmore\n\n[x]: https://example.com\n", true, before);
    expect(after.blocks[0]?.nodes).toMatchObject([{ children: [text("see "), { kind: "link" }] }]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
  });

  test("unclosed markup at the end is shown as if it were closed", () => {
    const open = (text: string): unknown => readMarkdown(text, true, undefined, mend).blocks.at(-1)?.nodes[0];
    expect(open("so **bo")).toMatchObject({ children: [text("so "), { kind: "strong" }] });
    expect(open("a [link](https://exam")).toMatchObject({ children: [text("a link")] });
    expect(open("```js\nlet a")).toMatchObject({ kind: "code", isOpen: true });
    expect(open("```js\nlet a\n```")).toMatchObject({ kind: "code", isOpen: false });
  });
});
