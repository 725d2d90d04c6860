// The clock, the steps and the marks of a replay. It does not load the folds.
export { advance, gapMs, IDLE_MS, type Moment, nextSpeed, type Pace, speeds, type Timed } from "./clock.ts";
export type { Mark, Marks } from "./marks.ts";
export { Moves } from "./moves.ts";
export { Player, type Reel } from "./player.ts";
