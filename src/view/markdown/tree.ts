// Markdown as a tree. Nothing in it is HTML: HTML in the source is text here.

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "strong" | "emphasis" | "deleted"; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  /** `site` is where the link leads, if its text does not say so. */
  | {
      readonly kind: "link";
      readonly address: string;
      readonly site: string | null;
      readonly children: readonly Inline[];
    }
  /** Images are never loaded: they could be used to send data away. */
  | { readonly kind: "image"; readonly address: string | null; readonly text: string }
  | { readonly kind: "checkbox"; readonly isChecked: boolean }
  | { readonly kind: "break" };

export type Alignment = "left" | "center" | "right" | null;

export interface ListItem {
  readonly children: readonly MarkdownNode[];
}

export type MarkdownNode =
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  /** Text in a list whose items are close together. */
  | { readonly kind: "line"; readonly children: readonly Inline[] }
  | { readonly kind: "heading"; readonly depth: number; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string; readonly isOpen: boolean }
  | { readonly kind: "quote"; readonly children: readonly MarkdownNode[] }
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly ListItem[] }
  | {
      readonly kind: "table";
      readonly alignments: readonly Alignment[];
      readonly header: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: "rule" }
  /** As it was written, line breaks included: HTML, and what is too deep or too long to be read as markdown. */
  | { readonly kind: "source"; readonly text: string };
