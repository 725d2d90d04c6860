// `skein inbox` for programs and pipes: one line for each question; with --watch, one for each that comes or goes.
import type { Client, PermissionDetail } from "../../client/index.ts";
import { closedOutcome, missedText } from "../answer/give-answer.ts";
import { type Io, writeAll } from "../io.ts";
import { printedRows } from "../render/inbox-rows.ts";
import { nameAndId } from "../render/session-name.ts";
import { agentRows, anyRow } from "../text/agent-text.ts";
import { exactLine } from "../text/exact-text.ts";
import { jsonLine } from "../text/json-line.ts";
import type { Style } from "../text/style.ts";
import { keyOf } from "./inbox-list.ts";

interface Printing {
  readonly client: Client;
  readonly io: Io;
  readonly style: Style;
  readonly isJson: boolean;
  readonly signal: AbortSignal;
}

/** A line for each question that comes or goes, until the signal is aborted. */
export async function watchInbox({ client, io, style, isJson, signal }: Printing): Promise<void> {
  const asJson = (document: object): string => jsonLine(JSON.stringify(document), io.stdout);
  let open = new Map<string, PermissionDetail>();
  for await (const _ of client.questionsChange(signal)) {
    const { items } = await client.inbox();
    const now = new Map(items.map((question) => [keyOf(question), question]));
    const lines: string[] = [];
    for (const [key, question] of open) if (!now.has(key)) lines.push(await closedLine(question));
    const fresh = items.filter((question) => !open.has(keyOf(question)));
    const rows = fresh.map((question) => ({ number: null, question }));
    if (isJson) lines.push(...fresh.map((question) => asJson({ v: 1, change: "asked", question })));
    else lines.push(...(await printedRows(rows, { style, nowMs: io.now(), home: io.env.HOME })));
    open = now;
    await writeAll(io.stdout, lines.map((line) => `${line}\n`).join(""));
  }

  async function closedLine(question: PermissionDetail): Promise<string> {
    const { session, id, name, title } = question;
    const outcome = await closedOutcome(client, question);
    if (isJson) return asJson({ v: 1, change: "closed", session, permission: id, ...outcome });
    const what = outcome.kind === "answered" ? "answered" : missedText(question, outcome);
    return agentRows(`${nameAndId({ id: session, name })}: ${exactLine(title)}: ${what}`, style, "", anyRow);
  }
}
