// What a session changed.

import { sessionChanges } from "../changes/session-changes.ts";
import { SpanFolds } from "../changes/span-folds.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";

export const diffHandlers = (context: DaemonContext): Pick<Handlers, "diff"> => {
  const folds = new SpanFolds(context.log);
  return {
    async diff({ params, query: { turn, path, stat = false }, session, response }) {
      const { state } = await session();
      const spans = await folds.of(params.session);
      const isWanted = (): boolean => !response.destroyed;
      const spansOf = (other: string) => folds.of(other);
      const asked = { session: params.session, state, spans, spansOf, turn, path, isStat: stat, isWanted };
      return { ...(await sessionChanges(context, asked)), head: spans.head, epoch: context.log.epoch };
    },
  };
};
