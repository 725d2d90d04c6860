// Masked names that stay different: where two would read the same, the later ones are numbered.

export class StandIns {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #taken: Set<string>;

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  of(name: string, masked: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    let count = this.#counts.get(masked) ?? 0;
    let own = masked;
    do own = count++ === 0 ? masked : `${masked} ${count}`;
    while (this.#taken.has(own));
    this.#counts.set(masked, count);
    this.#taken.add(own);
    this.#names.set(name, own);
    return own;
  }
}
