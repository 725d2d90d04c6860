// HTML that was made of markdown, as markdown again.
import fc from "fast-check";
import { expect, test } from "vitest";
import { htmlToMarkdown } from "../../src/foreign/kit/html-to-markdown.ts";

test.for<[what: string, html: string, markdown: string]>([
  ["paragraphs", "<p>one</p>\n<p>two &amp; three</p>", "one\n\ntwo & three"],
  ["marks", "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d&lt;e</code></p>", "**a** *b* ~~c~~ `d<e`"],
  ["headings", "<h2>Title</h2><p>x</p>", "## Title\n\nx"],
  ["links", '<a href="http://h/?a=1&amp;b=2" target="_blank">text</a>', "[text](http://h/?a=1&b=2)"],
  ["lists", "<ul>\n<li>one</li>\n<li>two\n<ol>\n<li>x</li>\n</ol>\n</li>\n</ul>", "- one\n- two\n   1. x"],
  ["tasks", '<ul><li><input checked type="checkbox"> done</li></ul>', "- [x] done"],
  [
    "code, coloured",
    '<pre style="x"><code class="language-go"><span style="a">x</span> := 1\n\n  y &lt; 2\n</code></pre><p>z</p>',
    "```go\nx := 1\n\n  y < 2\n```\n\nz",
  ],
  ["code with fences in it", "<pre>```\n</pre>", "````\n```\n````"],
  [
    "tables",
    "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    "| A | B |\n| --- | --- |\n| 1 | 2 |",
  ],
  ["quotes", "<blockquote><p>a</p><p>b</p></blockquote>c", "> a\n\n> b\n\nc"],
  ["breaks and rules", "a<br>b<hr/>c", "a\nb\n\n---\n\nc"],
  ["what a page would run", "<script>alert(1)</script><style>a{}</style>ok<!-- no -->", "ok"],
  ["text that is no HTML", "1 < 2 & 3 > 2 &unknown; &#x41;", "1 < 2 & 3 > 2 &unknown; A"],
  ["tags that are not closed", "<strong>a<p>b", "**a\n\nb**"],
])("%s", ([, html, markdown]) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

test("any text is taken", () => {
  const piece = fc.constantFrom(
    "<p>",
    "</p>",
    "<ul>",
    "<li>",
    "</ul>",
    "<pre>",
    "</pre>",
    "<a href='x",
    "<td>",
    "</tr>",
    "&#0;",
    "<!--",
    "x",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: "binary" }))), (pieces) => {
      expect(typeof htmlToMarkdown(pieces.join(""))).toBe("string");
    }),
  );
});

test.for<[what: string, html: string]>([
  ["lists", "<ul>".repeat(200) + "<li>x".repeat(5000)],
  ["quotes", "<blockquote>".repeat(200) + "<p>x".repeat(5000)],
])("%s in hundreds of others do not become many times as long", ([_, html]) => {
  const markdown = htmlToMarkdown(html);
  expect(markdown.match(/x/g)).toHaveLength(5000);
  expect(markdown.length).toBeLessThan(html.length * 10);
});
