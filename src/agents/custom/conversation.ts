// The id of a tool's conversation, and whether a process can resume one.
import type { LinesTool, OneshotTool } from "../../home/index.ts";
import type { LaunchContext } from "../driver.ts";

type Tool = OneshotTool | LinesTool;

/** Whether a later process can resume the conversation. */
export const canResume = ({ resumeFlag, sessionIdEnv }: Tool): boolean => resumeFlag !== null || sessionIdEnv !== null;

/** Whether Skein chooses the conversation's id. A tool that prints its own id does not get one. */
export const isNamedByUs = ({ sessionIdFlag, sessionIdJsonPath }: Tool): boolean =>
  sessionIdFlag !== null || sessionIdJsonPath === null;

/** The placeholder id of a conversation without one, which can't be resumed. */
export const unnamed = (id: string): string => `unnamed-${id}`;
export const isUnnamed = (name: string): boolean => name.startsWith("unnamed-");

/** Why a start has no history, although people might expect it. */
export type Blank = "every_prompt" | "new_process" | null;

export interface Conversation {
  /** Null = the tool will report it. */
  readonly name: string | null;
  readonly isResumed: boolean;
  readonly blank: Blank;
}

export function conversationOf(tool: Tool, { nativeId, newNativeId }: LaunchContext): Conversation {
  const isKnown = nativeId !== null && !isUnnamed(nativeId) && canResume(tool);
  if (isKnown) return { name: nativeId, isResumed: true, blank: null };
  const isRemembering = canResume(tool);
  const ours = isRemembering ? newNativeId : unnamed(newNativeId);
  return {
    name: isNamedByUs(tool) ? ours : null,
    isResumed: false,
    blank: blankOf(tool, { isFirst: nativeId === null, isRemembering }),
  };
}

/** Reported once for a process per prompt that keeps no history; a long-lived one loses its history at each restart. */
function blankOf({ protocol }: Tool, { isFirst, isRemembering }: { isFirst: boolean; isRemembering: boolean }): Blank {
  if (isFirst) return protocol === "oneshot" && !isRemembering ? "every_prompt" : null;
  return protocol === "lines" || isRemembering ? "new_process" : null;
}
