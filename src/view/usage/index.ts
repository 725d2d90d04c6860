// What agents have used, as a page or a terminal shows it.

export { type UsageBy, type UsageRow, usageRows, usageTotal } from "../../core/without-folds.ts";
export { durationUntil } from "../times.ts";
export { costText, dollars, shortCount } from "./amounts.ts";
export { type UsageChart, type UsagePer, usageChart } from "./usage.ts";
