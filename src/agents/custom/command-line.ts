// The command line of a tool of config.toml: its command, and what its keys add.
import type { LinesTool, OneshotTool } from "../../home/index.ts";
import type { Launch, LaunchContext } from "../driver.ts";
import { conversationOf } from "./conversation.ts";
import { fillFlag } from "./fill-flag.ts";
import type { PromptWay, Work } from "./protocol.ts";

type Tool = OneshotTool | LinesTool;

/** `runner` is the path of the built runner. */
export function launchOf(runner: string, tool: Tool, context: LaunchContext): Launch {
  const { name } = conversationOf(tool, context);
  const { sessionIdEnv } = tool;
  return {
    argv: [process.execPath, runner, JSON.stringify(workOf(tool, context))],
    env: { ...tool.env, ...(sessionIdEnv !== null && name !== null ? { [sessionIdEnv]: name } : {}) },
  };
}

function workOf(tool: Tool, context: LaunchContext): Work {
  const plain = [context.executable, ...tool.args];
  const settings = settingFlags(tool, context);
  const prompt: PromptWay = tool.promptFlag ? { kind: "argument", flag: tool.promptFlag } : { kind: "stdin" };
  const output = { format: tool.outputFormat, session: tool.sessionIdJsonPath, response: null, error: null };
  if (tool.protocol === "oneshot") {
    const { responseJsonPath: response, errorJsonPath: error } = tool;
    return {
      protocol: "oneshot",
      argv: [...plain, ...tool.outputFormatFlag, ...settings, ...conversationFlags(tool, context)],
      prompt,
      output: { ...output, response, error },
    };
  }
  const { promptPatterns, busyPatterns, detectPatterns, startSeconds, captureResume, resumeFlag } = tool;
  const { name } = conversationOf(tool, context);
  const argv = [...plain, ...tool.outputFormatFlag, ...settings];
  return {
    protocol: "lines",
    argv: [...plain, ...settings, ...conversationFlags(tool, context)],
    ...{ promptPatterns, busyPatterns, detectPatterns, startSeconds },
    capture: captureResume && resumeFlag && name === null ? { argv, prompt, output, resumeFlag } : null,
  };
}

function settingFlags({ modelFlag, dangerousFlag, dangerousMode }: Tool, { mode, model }: LaunchContext): string[] {
  const isDangerous = dangerousMode || mode === "auto";
  return [
    ...(modelFlag && model !== null ? fillFlag(modelFlag, "model", model) : []),
    ...(dangerousFlag && isDangerous ? dangerousFlag : []),
  ];
}

function conversationFlags(tool: Tool, context: LaunchContext): string[] {
  const { name, isResumed } = conversationOf(tool, context);
  const flag = isResumed ? tool.resumeFlag : tool.sessionIdFlag;
  return flag && name !== null ? fillFlag(flag, "id", name) : [];
}
