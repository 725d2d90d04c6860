export interface UsageState {
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

export const initialUsage: UsageState = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
