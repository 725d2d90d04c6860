// Performs an action on one or several sessions, reports the result, and offers an undo.
import { newId } from "../../client/index.ts";
import {
  effectsOfEnding,
  type Row,
  type SessionActionId,
  type SnoozeChoice,
  sessionLabel,
  shownIn,
} from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import { addressOf } from "../page/location.ts";
import type { Page } from "../page/page.ts";
import { confirm } from "../parts/confirm.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";

/** Concurrent requests, limited so that the daemon can serve others too. */
const AT_ONCE = 8;

export async function performAction(page: Page, id: SessionActionId, rows: readonly Row[]): Promise<void> {
  const { skein, messages } = page;
  const [row] = rows;
  if (!row) return;
  switch (id) {
    case "rename":
      return page.overlay.show(<RenameDialog row={row} />);
    case "copy-link":
      return copy(page, `${location.origin}${addressOf({ kind: "session", session: row.id, at: null })}`, "link");
    case "copy-id":
      return copy(page, row.id, "id");
    case "fork":
      return void (await fork(page, row));
    case "pin":
    case "unpin": {
      const pinned = id === "pin";
      const act = (one: Row) => skein.arrange(one.id, { pinned });
      return void (await forAll(page, rows, { done: pinned ? "Pinned" : "Unpinned", act }));
    }
    case "snooze":
      return page.overlay.show(<SnoozeMenu rows={rows} onChoose={(choice) => void snooze(page, rows, choice)} />);
    case "wake":
      return void (await wake(page, rows));
    case "unread":
      return void (await forAll(page, rows, {
        done: "Marked as unread",
        act: (one) => skein.arrange(one.id, { unread: true }),
      }));
    case "read":
      return void (await forAll(page, rows, {
        done: "Marked as read",
        act: (one) => skein.acknowledge(one.id, one.head),
      }));
    case "interrupt":
      return void (await forAll(page, rows, { done: "Interrupted", act: (one) => skein.interrupt(one.id) }));
    case "restart":
    case "kill": {
      const isRestart = id === "restart";
      const agreed = await agree(page, rows, {
        verb: isRestart ? "Restart" : "Kill",
        how: isRestart ? "restart" : "end",
      });
      if (!agreed) return;
      const act = (one: Row) =>
        isRestart ? skein.restart(one.id, { expect: shownIn(one) }) : skein.stop(one.id, { expect: shownIn(one) });
      return void (await forAll(page, rows, { done: isRestart ? "Restarted" : "Killed", act }));
    }
    case "archive":
    case "unarchive": {
      const isArchived = id === "archive";
      if (isArchived && !(await agree(page, rows, { verb: "Archive", how: "end" }))) return;
      const set = (value: boolean) => (one: Row) =>
        skein.archive(one.id, value, value ? { force: true, expect: shownIn(one) } : {});
      const done = await forAll(page, rows, {
        done: isArchived ? "Archived" : "Unarchived",
        act: set(isArchived),
        isSilent: true,
      });
      return told(page, done, isArchived ? "Archived" : "Unarchived", () =>
        forAll(page, done, { done: isArchived ? "Unarchived" : "Archived", act: set(!isArchived) }),
      );
    }
    case "delete": {
      if (!(await agree(page, rows, { verb: "Delete", how: "end" }))) return;
      const batch = newId();
      const act = (one: Row) => skein.trash(one.id, { batch, force: true, expect: shownIn(one) });
      const done = await forAll(page, rows, { done: "Deleted", act, isSilent: true });
      return told(page, done, "Deleted", () => restore(page, done));
    }
    case "restore":
      return void (await restore(page, rows));
    default:
      messages.complain(`Unknown action: ${id satisfies never}`);
  }
}

const wake = (page: Page, rows: readonly Row[]): Promise<Row[]> =>
  forAll(page, rows, { done: "Ended the snooze of", act: (one) => page.skein.arrange(one.id, { snooze: null }) });

async function snooze(page: Page, rows: readonly Row[], { until, name }: SnoozeChoice): Promise<void> {
  const act = (one: Row) => page.skein.arrange(one.id, { snooze: { until } });
  const done = await forAll(page, rows, { done: "Snoozed", act, isSilent: true });
  const [first] = name;
  told(page, done, "Snoozed", () => wake(page, done), ` ${first?.toLowerCase()}${name.slice(1)}`);
}

const restore = (page: Page, rows: readonly Row[]): Promise<Row[]> =>
  forAll(page, rows, { done: "Restored", act: (one) => page.skein.restore(one.id) });

const named = (rows: readonly Row[]): string =>
  rows.length === 1 && rows[0] ? `“${sessionLabel(rows[0])}”` : `${rows.length} sessions`;

function told({ messages }: Page, rows: readonly Row[], done: string, undo: () => Promise<unknown>, until = ""): void {
  if (rows.length === 0) return;
  messages.tell(`${done} ${named(rows)}${until}.`, { name: "Undo", run: () => void undo() });
}

interface Work {
  readonly done: string;
  act(row: Row): Promise<unknown>;
  /** The caller reports the result. */
  readonly isSilent?: boolean;
}

/** Returns the sessions for which it succeeded. */
async function forAll({ messages }: Page, rows: readonly Row[], { done, act, isSilent = false }: Work): Promise<Row[]> {
  const well: Row[] = [];
  const failures: string[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await Promise.all(
      rows.slice(at, at + AT_ONCE).map((row) =>
        act(row).then(
          () => void well.push(row),
          (error: unknown) => void failures.push(`${sessionLabel(row)}: ${explain(error)}`),
        ),
      ),
    );
  }
  if (!isSilent && well.length > 0) messages.tell(`${done} ${named(well)}.`);
  const [first] = failures;
  if (first !== undefined)
    messages.complain(failures.length === 1 ? first : `${first} (and ${failures.length - 1} more)`);
  return well;
}

/** Asks the person to agree if something would end; otherwise agrees without asking. */
async function agree(
  page: Page,
  rows: readonly Row[],
  { verb, how }: { verb: string; how: "restart" | "end" },
): Promise<boolean> {
  try {
    const all = await Promise.all(
      rows
        .filter(({ status, queued, background }) => status !== "idle" || queued > 0 || background)
        .map(async (row) => ({ row, ...effectsOfEnding((await page.skein.session(row.id)).state, how) })),
    );
    const affected = all.filter(({ lines }) => lines.length > 0);
    if (affected.length === 0) return true;
    const prefix = (row: Row): string => (rows.length === 1 ? "" : `${sessionLabel(row)}: `);
    return await confirm(page, {
      title: `${verb} ${named(rows)}?`,
      lines: affected.flatMap(({ row, lines }) => lines.map((line) => `${prefix(row)}${line}`)),
      quotes: affected.flatMap(({ prompts }) => prompts),
      yes: verb,
    });
  } catch (error) {
    page.messages.complain(explain(error));
    return false;
  }
}

async function fork({ skein, messages, location }: Page, row: Row): Promise<void> {
  try {
    const { session } = await skein.fork(row.id);
    location.go({ kind: "session", session: session.id, at: null });
    messages.tell(`This is a fork of “${sessionLabel(row)}”.`);
  } catch (error) {
    messages.complain(explain(error));
  }
}

async function copy({ messages }: Page, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    messages.tell(`Copied the ${what}.`);
  } catch {
    messages.complain(`This browser does not let the page copy. The ${what}: ${text}`);
  }
}
