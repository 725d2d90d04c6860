// The backups on disk, called generations. Each is a whole database; its name says when it was made and what the last commit was.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { unlessAbsent } from "../../../system/index.ts";

export interface Generation {
  name: string;
  path: string;
  /** When it was made. */
  at: string;
  lastCommit: number;
  bytes: number;
}

const NAME = /^skein-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(\d+)\.db$/;

export const nameOf = ({ at, lastCommit }: Pick<Generation, "at" | "lastCommit">): string =>
  `skein-${at.replaceAll(":", "-")}-${lastCommit}.db`;

/** Newest first, by the time they were made. */
export function generationsIn(backups: string): Generation[] {
  return filesIn(backups)
    .flatMap((name): Generation[] => {
      const [, day, hour, minute, second, commit] = NAME.exec(name) ?? [];
      const path = join(backups, name);
      const stat = day === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
      if (!stat?.isFile()) return [];
      return [{ name, path, at: `${day}${hour}:${minute}:${second}`, lastCommit: Number(commit), bytes: stat.size }];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

export function filesIn(directory: string): string[] {
  return unlessAbsent(() => readdirSync(directory)) ?? [];
}
