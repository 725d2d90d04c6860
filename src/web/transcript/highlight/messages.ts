// What the page and the worker that colours code say to each other.

export interface HighlightRequest {
  readonly id: number;
  readonly language: string;
  readonly text: string;
}

/** A part of a text, and what it is: "keyword", "string" …; "" for anything else. */
export type Piece = readonly [kind: string, text: string];

export interface HighlightAnswer {
  readonly id: number;
  /** Null: this text gets no colours. */
  readonly pieces: readonly Piece[] | null;
}
