// All actions on sessions in one table, from which menus, keys, the palette and the help sheet are made.
import type { Row } from "./display-status.ts";

export type SessionActionId =
  | "rename"
  | "pin"
  | "unpin"
  | "snooze"
  | "wake"
  | "read"
  | "unread"
  | "interrupt"
  | "fork"
  | "restart"
  | "kill"
  | "copy-link"
  | "copy-id"
  | "archive"
  | "unarchive"
  | "delete"
  | "restore";

export interface SessionAction {
  readonly id: SessionActionId;
  readonly name: string;
  /** What it does, if the name does not say it. */
  readonly about: string | null;
  readonly key: string | null;
  /** Also for several sessions at once. */
  readonly isForMany: boolean;
  /** It ends or removes something. */
  readonly isGrave: boolean;
  /** Whether the action applies to the session; otherwise it is hidden. */
  isFor(row: Row): boolean;
  /** Why it can't be done now, as far as the row shows; null if it can. */
  refusal(row: Row): string | null;
}

const isInTrash = ({ shelf }: Row): boolean => shelf === "trash";
const isArchived = ({ shelf }: Row): boolean => shelf === "archived";
const isKept = (row: Row): boolean => !isInTrash(row);
const isListed = ({ shelf }: Row): boolean => shelf === undefined;
const isSnoozed = ({ snooze }: Row): boolean => snooze !== undefined;
const isUnread = ({ unread, reason }: Row): boolean => unread === true || reason.code === "finished";
const always = (): null => null;

const usual = {
  about: null,
  key: null,
  isForMany: true,
  isGrave: false,
  isFor: isKept,
  refusal: always,
};

export const sessionActions: readonly SessionAction[] = [
  { ...usual, id: "rename", name: "Rename…", key: "Shift+R", isForMany: false },
  { ...usual, id: "pin", name: "Pin", key: "Shift+P", isFor: (row) => isKept(row) && !row.pinned },
  { ...usual, id: "unpin", name: "Unpin", key: "Shift+P", isFor: (row) => isKept(row) && row.pinned === true },
  { ...usual, id: "snooze", name: "Snooze…", key: "Shift+Z", isFor: (row) => isListed(row) && !row.snooze },
  { ...usual, id: "wake", name: "End the snooze", key: "Shift+Z", isFor: (row) => isListed(row) && isSnoozed(row) },
  { ...usual, id: "read", name: "Mark as read", key: "Shift+U", isFor: (row) => isKept(row) && isUnread(row) },
  { ...usual, id: "unread", name: "Mark as unread", key: "Shift+U", isFor: (row) => isKept(row) && !isUnread(row) },
  {
    ...usual,
    id: "interrupt",
    name: "Interrupt",
    about: "Stops the running turn; the session stays.",
    key: "Shift+X",
    refusal: (row) =>
      ["running", "starting", "waiting"].includes(row.status) || row.background ? null : "No turn is running.",
  },
  {
    ...usual,
    id: "fork",
    name: "Fork",
    about: "A new session that knows the conversation up to here.",
    key: "Shift+F",
    isForMany: false,
    refusal: ({ turns }) => (turns > 0 ? null : "It has no finished turn yet."),
  },
  {
    ...usual,
    id: "restart",
    name: "Restart agent",
    about: "Ends the agent's process; the next prompt continues in a new one.",
  },
  {
    ...usual,
    id: "kill",
    name: "Kill agent",
    about: "Ends the agent's process and everything that it started; the history stays.",
    isGrave: true,
  },
  { ...usual, id: "copy-link", name: "Copy link", isForMany: false },
  { ...usual, id: "copy-id", name: "Copy id", isForMany: false },
  { ...usual, id: "archive", name: "Archive", key: "Shift+E", isFor: (row) => isKept(row) && !isArchived(row) },
  { ...usual, id: "unarchive", name: "Unarchive", key: "Shift+E", isFor: isArchived },
  {
    ...usual,
    id: "delete",
    name: "Delete",
    about: "Moves it to the trash, for seven days.",
    key: "#",
    isGrave: true,
  },
  { ...usual, id: "restore", name: "Restore", isFor: isInTrash },
];

export interface Offer {
  readonly action: SessionAction;
  /** Why it can't be done; null if it can. */
  readonly refusal: string | null;
}

/** The actions for these sessions: for several, the ones that all have in common. */
export function offersFor(rows: readonly Row[]): Offer[] {
  const [first] = rows;
  if (!first) return [];
  const fits = (action: SessionAction): boolean =>
    (rows.length === 1 || action.isForMany) && rows.every((row) => action.isFor(row));
  return sessionActions.filter(fits).map((action) => {
    const refusals = rows.flatMap((row) => action.refusal(row) ?? []);
    // It is available if it can be done to at least one of them; the others stay as they are.
    return { action, refusal: refusals.length === rows.length ? (refusals[0] ?? null) : null };
  });
}
