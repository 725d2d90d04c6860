// The directory in which a tool would run. Claude Code keeps its shell's directory between commands, resets it when it has left the workspace,
// and does not mention it in its questions. But it reports it to a hook before each tool (2.1.325), for a subagent with its own directory.
import * as z from "zod";
import type { Reaction } from "../driver.ts";
import { directoryNote } from "../kit/questions/shown.ts";
import { otherDirectory } from "../kit/tool-calls/other-directory.ts";
import { goOn, type LineOf } from "./protocol.ts";
import { type ClaudeState, MAX_TOOLS, type Question } from "./state.ts";

const CALLBACK = "directory";

/** Tools that run in the shell's directory. Other tools name whole paths. */
const placed = ["Bash", "PowerShell", "Monitor", "Glob", "Grep", "LS"];

/** A hook call waits for a daemon this long, then it fails. */
const PATIENCE_S = 7 * 24 * 3600;

/** For the first request. A process that skips permissions asks nothing, so it must not wait for a daemon. */
export const hooksFor = ({ canSkipPermissions }: ClaudeState): object =>
  canSkipPermissions
    ? {}
    : {
        hooks: {
          PreToolUse: [{ matcher: placed.join("|"), hookCallbackIds: [CALLBACK], timeout: PATIENCE_S }],
        },
      };

const hookRequest = z.object({
  subtype: z.literal("hook_callback"),
  callback_id: z.literal(CALLBACK),
  tool_use_id: z.string(),
  input: z.object({ hook_event_name: z.literal("PreToolUse"), cwd: z.string() }),
});

/** Null for another kind of request. */
export function handleDirectory(
  state: ClaudeState,
  { request_id, request }: LineOf<"control_request">,
): Reaction<ClaudeState> | null {
  const { data } = hookRequest.safeParse(request);
  if (!data) return null;
  const others = state.directories.filter(({ call }) => call !== data.tool_use_id);
  const directories = [...others, { call: data.tool_use_id, path: data.input.cwd }].slice(-MAX_TOOLS);
  return { state: { ...state, directories }, facts: [], writes: [goOn(request_id)] };
}

/** Null if unknown. */
export const directoryOf = ({ directories }: ClaudeState, id: string): string | null =>
  directories.find(({ call }) => call === id)?.path ?? null;

/** The call has ended; a later one with the same id could be elsewhere. */
export const withoutDirectory = (state: ClaudeState, id: string): ClaudeState => ({
  ...state,
  directories: state.directories.filter(({ call }) => call !== id),
});

/** For people; null if it is the workspace itself. */
export function shownDirectory({ cwd, canSkipPermissions }: ClaudeState, { directory }: Question): string | null {
  const other = directory === null ? UNSAID : otherDirectory(cwd, directory);
  if (other === null) return null;
  return directory === null && canSkipPermissions ? `${directoryNote(other)}, ${REMEDY}` : directoryNote(other);
}

const UNSAID = "a directory that Claude Code does not name";
/** A process without the hook, which can't get one while it lives. */
const REMEDY = "because it was started in mode auto; to see it: skein restart <session>";
