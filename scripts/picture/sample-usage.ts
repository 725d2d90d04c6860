// A month of use, for a picture of the usage page: real agents do not work that long for it.
import type { UsageAnswer } from "../../src/protocol/index.ts";

const DAYS = 30;
const at = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

const agents = [
  { agent: "claude", tokens: 410_000, dollarsPerMillion: 4.2, path: "/home/ada/src/api" },
  { agent: "codex", tokens: 260_000, dollarsPerMillion: 2.1, path: "/home/ada/src/site" },
  { agent: "gemini", tokens: 90_000, dollarsPerMillion: 0.9, path: "/home/ada/src/site" },
];

const items = Array.from({ length: DAYS }, (_, day) =>
  agents.flatMap(({ agent, tokens, dollarsPerMillion, path }, nth) => {
    const isWeekend = [0, 6].includes(new Date(at(day)).getUTCDay());
    const part = isWeekend ? 0 : ((day * 7 + nth * 5) % 11) / 10;
    const used = Math.round(tokens * part);
    if (used === 0) return [];
    const costUsd = (used / 1e6) * dollarsPerMillion;
    const workspace = { id: path, path };
    return [
      {
        day: at(day).slice(0, 10),
        agent,
        workspace,
        turns: 3 + (day % 5),
        inputTokens: used - 9000,
        outputTokens: 9000,
        costUsd,
      },
    ];
  }),
).flat();

const resetsAt = new Date(Date.now() + 3 * 3_600_000).toISOString();

export const sampleUsage: UsageAnswer = {
  since: at(0).slice(0, 10),
  until: at(DAYS - 1).slice(0, 10),
  items,
  quotas: [
    { agent: "claude", window: "5 hours", usedPercent: 38, resetsAt, isOver: false, at: at(DAYS - 1) },
    { agent: "codex", window: "7 days", usedPercent: 82, resetsAt, isOver: false, at: at(DAYS - 1) },
  ],
};
