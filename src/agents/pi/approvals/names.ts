// The names that Skein's extension and the driver share.

/** Command-line flags. */
export const MODE_FLAG = "skein-mode";
export const PLACE_FLAG = "skein-place";

/** The command that the driver sends to the extension, and its arguments. */
export const COMMAND = "skein";
export type ExtensionCommand = { mode: string } | { place: string };
export const commandText = (command: ExtensionCommand): string => `/${COMMAND} ${JSON.stringify(command)}`;

/** The title of a dialog that asks for permission. Its options are the question's parts, in this order. */
export const APPROVAL = "skein-approval";
export type ApprovalParts = [
  ...[toolCallId: string, tool: string, path: string, detail: string, command: string, more: typeof MORE | ""],
  ...notes: string[],
];

/** The tool's input has more than rules check. */
export const MORE = "more";

export const ALLOW = "allow";
export const ALLOW_SESSION = "allow-session";

/** Entries of a conversation: the end of a turn, the start of a fork, what is allowed for the session. */
export const TURN_ENTRY = "skein-turn";
export const FORK_ENTRY = "skein-fork";
export const GRANT_ENTRY = "skein-grant";

/** Printed on stderr if no dialog is possible. */
export const PLACE_LOST = "skein: the conversation is no longer at the place where the fork begins";
