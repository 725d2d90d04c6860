// All sessions in one line: how many there are, need a person, are at work or have failed.
import type { ListedSession } from "../../client/index.ts";
import { needsPerson } from "../render/status-label.ts";
import type { Style } from "../render/style.ts";

type Counted = Pick<ListedSession, "status" | "reason">;

export function headline(sessions: readonly Counted[], { glyphs, bold, yellow, cyan, red }: Style): string {
  const count = (fits: (row: Counted) => boolean): number => sessions.filter(fits).length;
  const asking = count(needsPerson);
  const running = count(({ status }) => status === "running");
  const failed = count(({ status }) => status === "error");
  return [
    bold(sessions.length === 1 ? "1 session" : `${sessions.length} sessions`),
    ...(asking > 0 ? [yellow(`${glyphs.asks} ${asking} ${asking === 1 ? "needs" : "need"} you`)] : []),
    ...(running > 0 ? [cyan(`${glyphs.running} ${running} running`)] : []),
    ...(failed > 0 ? [red(`${glyphs.failed} ${failed} failed`)] : []),
  ].join("  ");
}
