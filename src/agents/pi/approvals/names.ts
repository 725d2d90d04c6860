// What Skein's extension and the driver call things between them.

/** Flags of the program. */
export const MODE_FLAG = "skein-mode";
export const PLACE_FLAG = "skein-place";

/** The command by which the driver talks to the extension, and what it may say. */
export const COMMAND = "skein";
export type ExtensionCommand = { mode: string } | { place: string };
export const commandText = (command: ExtensionCommand): string => `/${COMMAND} ${JSON.stringify(command)}`;

/** The title of a dialog that is a question for permission. Its options are the question's parts, in this order. */
export const APPROVAL = "skein-approval";
export type ApprovalParts = [
  ...[toolCallId: string, tool: string, path: string, detail: string, command: string, more: typeof MORE | ""],
  ...notes: string[],
];

/** The tool is given more than rules look at. */
export const MORE = "more";

export const ALLOW = "allow";
export const ALLOW_SESSION = "allow-session";

/** Entries of a conversation: where a turn ended, where a fork begins, what is allowed as long as the session lives. */
export const TURN_ENTRY = "skein-turn";
export const FORK_ENTRY = "skein-fork";
export const GRANT_ENTRY = "skein-grant";

/** On stderr, when there is nobody else to tell. */
export const PLACE_LOST = "skein: the conversation is no longer at the place where the fork begins";
