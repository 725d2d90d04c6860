// A session at a glance.
import { outlineEntries } from "../../core/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Outlines } from "../outlines.ts";

export const outlineHandlers = ({ log }: DaemonContext): Pick<Handlers, "outline"> => {
  const outlines = new Outlines(log);
  return {
    async outline({ params: { session }, query: { from, to, limit }, response }) {
      const isWhole = from === undefined && to === undefined;
      const outline = isWhole
        ? await outlines.whole(session)
        : await outlines.stretch(session, {
            from: from ?? 1,
            to: to ?? Number.MAX_SAFE_INTEGER,
            isWanted: () => !response.destroyed,
          });
      const { firstSeq, head } = log.read({ session, before: 1, limit: 1 });
      const items = outlineEntries(outline, limit);
      return { items, firstSeq, head: Math.min(outline.head, head), epoch: log.epoch };
    },
  };
};
