// A rule, and what it must catch and leave alone.

export interface Caught {
  readonly rule: string;
  /** What the rule means, by other words. */
  readonly caught: readonly string[];
  /** Something else, which looks like it. */
  readonly others: readonly string[];
}
