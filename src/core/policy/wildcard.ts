// Text with `*` and `?` in it, matched in linear time for each `*`, because patterns may come from anywhere.

export interface Wildcard {
  readonly text: string;
  /** Positions in `text` at which a `*` or `?` is a wildcard. */
  readonly wild: ReadonlySet<number>;
}

/** `stops` is the character that a wildcard never stands for. */
export function matchesWildcard(subject: string, { text, wild }: Wildcard, stops: string | null): boolean {
  let at = 0;
  let place = 0;
  /** Where to continue when the last `*` has to match one more character. */
  let retry: { at: number; place: number } | null = null;
  while (at < subject.length) {
    const isWild = wild.has(place);
    if (isWild && text[place] === "*") {
      retry = { at, place };
      place++;
    } else if (place < text.length && (isWild ? subject[at] !== stops : subject[at] === text[place])) {
      at++;
      place++;
    } else if (retry && subject[retry.at] !== stops) {
      retry = { at: retry.at + 1, place: retry.place };
      at = retry.at;
      place = retry.place + 1;
    } else return false;
  }
  while (wild.has(place) && text[place] === "*") place++;
  return place === text.length;
}
