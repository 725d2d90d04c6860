// What a person should know of Skein's home though nothing fails yet, in sentences.
import { homeRisk, type Paths } from "../../home/index.ts";
import { longWriteAheadLog } from "./database.ts";

export function homeWarnings(paths: Paths, mounts?: string | null): string[] {
  return [homeRisk(paths.home, mounts), longWriteAheadLog(paths.database)].filter((one) => one !== null);
}
