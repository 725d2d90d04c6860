// Plain text of the product as Markdown that shows the same.

/** Signs that would mean something are made harmless, except between backticks, where they are. */
export const prose = (text: string): string =>
  text
    .split("`")
    .map((part, place) => (place % 2 === 0 ? part.replace(/[\\<*_[\]]/g, "\\$&") : part))
    .join("`");

export const inCell = (text: string): string => text.replaceAll("|", "\\|");

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows.map((row) => row.map(inCell))]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

export const block = (language: string, lines: readonly string[]): string =>
  `\`\`\`${language}\n${lines.join("\n")}\n\`\`\``;
