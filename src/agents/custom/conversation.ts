// What a tool's conversation is called, and whether a process goes on with one.
import type { LinesTool, OneshotTool } from "../../home/index.ts";
import type { LaunchContext } from "../driver.ts";

type Tool = OneshotTool | LinesTool;

/** Whether a later process can go on with the conversation. */
export const canResume = ({ resumeFlag, sessionIdEnv }: Tool): boolean => resumeFlag !== null || sessionIdEnv !== null;

/** Whether we name conversations. A tool that prints its own name for one is not given ours. */
export const isNamedByUs = ({ sessionIdFlag, sessionIdJsonPath }: Tool): boolean =>
  sessionIdFlag !== null || sessionIdJsonPath === null;

/** Stands for the name of a conversation that has none: nothing can be resumed by it. */
export const unnamed = (id: string): string => `unnamed-${id}`;
export const isUnnamed = (name: string): boolean => name.startsWith("unnamed-");

/** What is blank about a start that people might take for going on. */
export type Blank = "every_prompt" | "new_process" | null;

export interface Conversation {
  /** Null = the tool will tell it. */
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

/** A process per prompt that remembers nothing is no news after the first one; a long-lived one forgets when it is started again. */
function blankOf({ protocol }: Tool, { isFirst, isRemembering }: { isFirst: boolean; isRemembering: boolean }): Blank {
  if (isFirst) return protocol === "oneshot" && !isRemembering ? "every_prompt" : null;
  return protocol === "lines" || isRemembering ? "new_process" : null;
}
