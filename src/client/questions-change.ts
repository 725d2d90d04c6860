// Reports whenever a question opens or closes, in any session.
import type { ListedSession } from "../protocol/index.ts";
import type { Wait } from "./back-off.ts";
import type { Client } from "./client.ts";
import { plainProcess } from "./host-environment.ts";
import { SessionListView } from "./session-list.ts";

export async function* questionsChange(
  client: Client,
  { signal, wait }: { readonly signal: AbortSignal; readonly wait: Wait },
): AsyncGenerator<void, void> {
  const list = await SessionListView.open(
    { client, environment: plainProcess, wait, givesUp: true },
    { status: "waiting", archived: "also" },
  );
  // A session with an open question is `waiting`, and its row changes with each question. Sessions with unread results have no questions.
  let asking: ReadonlySet<ListedSession> | null = null;
  try {
    for await (const _ of list.changes(signal)) {
      const before: ReadonlySet<ListedSession> | null = asking;
      asking = new Set(list.sessions.filter(({ reason }) => reason.code === "permission"));
      if (before?.size !== asking.size || [...asking].some((row) => !before.has(row))) yield;
    }
  } finally {
    list.close();
  }
}
