// What agents have used, as a page or a terminal shows it.
export { durationUntil } from "../times.ts";
export { dollars, shortCount } from "./amounts.ts";
export {
  type UsageBy,
  type UsageChart,
  type UsageColumn,
  type UsageMeasure,
  type UsageRow,
  usageChart,
  usageRows,
  usageTotal,
} from "./usage.ts";
