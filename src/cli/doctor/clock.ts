// The clock: times are only shown, but one that was set back makes lists look wrong.
import { relativeTime } from "../text/relative-time.ts";
import type { Check } from "./check.ts";

const SOME_MS = 60_000;

export const clock: Check = {
  id: "clock",
  async run({ io, client }) {
    if (!client) return [];
    const [newest] = await client.sessions();
    const now = new Date(io.now()).toISOString();
    const aheadMs = Date.parse(newest?.updatedAt ?? now) - io.now();
    if (aheadMs < SOME_MS) return [{ state: "ok", title: "clock", text: now }];
    const behind = relativeTime(now, io.now() + aheadMs).replace(" ago", "");
    return [
      {
        state: "warning",
        title: "clock",
        text: `${now}, but something happened ${behind} after that: the clock was set back`,
        fix: "correct it; events are ordered by number, so nothing is lost",
      },
    ];
  },
};
