// Jobs of a failed writer. Whether they are stored is checked when the database is open again.
import { SkeinError } from "../../core/index.ts";
import type { Job, Written } from "./job.ts";

export interface Pending {
  job: Job;
  resolve: (written: Written) => void;
  reject: (fault: SkeinError) => void;
}

interface Outcome {
  /** What became of each without an answer. */
  readonly fault: SkeinError;
  /** Null if the job leaves nothing to look up. */
  readonly isStored: (job: Job) => boolean | null;
  readonly lastCommit: number;
}

export class Undecided {
  readonly #jobs: Pending[] = [];

  add(group: readonly Pending[]): void {
    this.#jobs.push(...group);
  }

  /** They may be stored or not, and get this answer: a retry under the same id gets the recorded outcome. */
  giveUp({ code, message }: SkeinError): void {
    const fault = new SkeinError(code, `${message} Whether this was saved is known then.`);
    for (const { reject } of this.#jobs.splice(0)) reject(fault);
  }

  /**
   * A group is one transaction: if one job is stored, all are, except those that the writer itself refused. A job that leaves no trace shares
   * the fate of the group.
   */
  decide({ fault, isStored: look, lastCommit }: Outcome): void {
    const decided = this.#jobs.map((pending) => ({ ...pending, isStored: look(pending.job) }));
    this.#jobs.length = 0;
    const isGroupStored = decided.some(({ isStored }) => isStored);
    for (const { job, resolve, reject, isStored } of decided) {
      // A long text is written again from its beginning: the new writer knows nothing of its parts.
      if (job.kind === "change" && (isStored ?? isGroupStored)) resolve({ ok: true, lastCommit, isFoundOut: true });
      else reject(fault);
    }
  }
}
