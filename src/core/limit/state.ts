import type { DataOf } from "../event.ts";

/** Limits of one session; null = no limit. */
export interface Limits {
  turnMinutes: number | null;
  budgetUsd: number | null;
  budgetTokens: number | null;
  /** Continue when a vendor's quota is back. */
  resumeAfterQuota: boolean;
  /** Park a process that is idle for this long; null = never. */
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
  /** Set for this session; overrides the config. */
  own: Partial<Omit<Limits, "resumeAfterQuota" | "parkMinutes">>;
  quota: {
    until: string | null;
    text: string;
    seq: number;
    /** How often in a row it was reached. */
    count: number;
    /** Nothing goes to the agent until that time, or until somebody sends a prompt. */
    holds: boolean;
  } | null;
  /** The vendor's quotas, as the agent has reported them; the newest is last. */
  windows: readonly DataOf<"quota_reported">[];
  /** The prompt that waits for a slot. */
  waiting: { promptId: string; text: string; seq: number } | null;
}

export const initialLimit: LimitState = { own: {}, quota: null, windows: [], waiting: null };
