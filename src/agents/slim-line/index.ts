// Long lines of agents: their long texts go into the log on their own, before a driver reads what is left.
export { keepMarks, reviveMarks } from "./kept-marks.ts";
export { marks } from "./marks.ts";
export { createSlimLines, type SlimLines, type TextWriter } from "./slim-line.ts";
export type { LineRange, SlimLine } from "./slim-range.ts";
