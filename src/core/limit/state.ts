/** What one session may use; null = as much as it likes. */
export interface Limits {
  turnMinutes: number | null;
  budgetUsd: number | null;
  budgetTokens: number | null;
  /** Go on by itself when a vendor's quota is there again. */
  resumeAfterQuota: boolean;
  /** A process that rests for so long is ended until the next prompt; null = never. */
  parkMinutes: number | null;
}

export const noLimits: Limits = {
  turnMinutes: null,
  budgetUsd: null,
  budgetTokens: null,
  resumeAfterQuota: false,
  parkMinutes: null,
};

export interface LimitState {
  /** What a person set for this session: it goes before the config. */
  own: Partial<Omit<Limits, "resumeAfterQuota" | "parkMinutes">>;
  quota: {
    until: string | null;
    text: string;
    seq: number;
    /** How often in a row it was reached. */
    count: number;
    /** Nothing goes to the agent until it is time, or somebody sends something. */
    holds: boolean;
  } | null;
  /** The prompt that waits until another session rests. */
  waiting: { promptId: string; text: string; seq: number } | null;
}

export const initialLimit: LimitState = { own: {}, quota: null, waiting: null };
