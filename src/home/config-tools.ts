// `[tools.<name>]` in config.toml: an agent of one's own, by the way in which it is talked to.
import * as is from "./config-tool-values.ts";
import type { AnyTool, CustomTool, LinesTool, OneshotTool, ToolConfig } from "./tool-config.ts";

/** What is wrong with the value of a key, or a key that nobody knows. Both never return. */
export interface Complain {
  about(key: string, wanted: string): never;
  unknown(key: string, known: readonly string[]): never;
}

const ofAll = ["protocol", "command", "args", "env", "icon", "queued_prompts"];
const ofBoth = [
  ...["model_flag", "dangerous_flag", "dangerous_mode"],
  ...["session_id_flag", "session_id_env", "session_id_json_path", "resume_flag"],
  ...["prompt_flag", "output_format_flag", "output_format"],
];
const keys: Readonly<Record<ToolConfig["protocol"], readonly string[]>> = {
  acp: ofAll,
  oneshot: [...ofAll, ...ofBoth, "response_json_path", "error_json_path"],
  lines: [
    ...[...ofAll, ...ofBoth, "prompt_patterns", "busy_patterns", "detect_patterns"],
    ...["multiline_marks", "start_seconds", "capture_resume"],
  ],
};

export function parseTools(value: unknown, complain: Complain): Record<string, ToolConfig> {
  if (!is.isTable(value)) return complain.about("tools", "tables: [tools.<name>]");
  return Object.fromEntries(
    Object.entries(value).map(([name, tool]) => {
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(name))
        return complain.about(`tools."${name}"`, "named with letters, digits, dots, dashes and underscores");
      const key = `tools.${name}`;
      return [name, is.isTable(tool) ? parseTool(key, tool, complain) : complain.about(key, `a table: [${key}]`)];
    }),
  );
}

function parseTool(tool: string, table: Record<string, unknown>, all: Complain): ToolConfig {
  const complain = (key: string, wanted: string): never => all.about(`${tool}.${key}`, wanted);
  const given: is.Reader = (key, kind) => {
    const value = table[key];
    return value === undefined ? undefined : (kind.read(value) ?? complain(key, kind.wanted(value)));
  };
  const protocol = given("protocol", is.oneOf("oneshot", "lines", "acp")) ?? "oneshot";
  for (const key of Object.keys(table)) {
    if (keys[protocol].includes(key)) continue;
    const users = (["oneshot", "lines"] as const).filter((one) => keys[one].includes(key));
    if (users.length === 0) return all.unknown(`${tool}.${key}`, keys[protocol]);
    const theirs = users.map((one) => `"${one}"`).join(" or ");
    return complain(key, `left out: only a tool with protocol = ${theirs} has it`);
  }
  const icon = given("icon", is.icon);
  const queuedPrompts = given("queued_prompts", is.queueLimit);
  const any = {
    command: given("command", is.command) ?? complain("command", is.command.wanted(undefined)),
    args: given("args", is.listOfText) ?? [],
    env: given("env", is.environment) ?? {},
    ...(icon === undefined ? {} : { icon }),
    ...(queuedPrompts === undefined ? {} : { queuedPrompts }),
  };
  if (protocol === "acp") return { protocol, ...any };
  const reading: Reading = { given, complain };
  const custom = { ...any, ...parseCustom(reading) };
  return protocol === "oneshot" ? parseOneshot(custom, reading) : parseLines(custom, reading);
}

interface Reading {
  given: is.Reader;
  complain: (key: string, wanted: string) => never;
}

function parseCustom({ given, complain }: Reading): Omit<CustomTool, keyof AnyTool> {
  const session = {
    idFlag: given("session_id_flag", is.flag) ?? null,
    idVariable: given("session_id_env", is.variable) ?? null,
    idPath: given("session_id_json_path", is.jsonPath) ?? null,
    resumeFlag: given("resume_flag", is.flag) ?? null,
  };
  const { idFlag, idVariable, idPath, resumeFlag } = session;
  if (resumeFlag && !idFlag && !idVariable && !idPath)
    complain(
      "resume_flag",
      "given together with session_id_flag, session_id_json_path or session_id_env: else nobody knows what to resume",
    );
  if (idFlag && !resumeFlag && !idVariable)
    complain("session_id_flag", "given together with resume_flag, which may be the same flag");
  const dangerousFlag = given("dangerous_flag", is.flag) ?? null;
  const isAlwaysDangerous = given("dangerous_mode", is.yesOrNo) ?? false;
  if (isAlwaysDangerous && !dangerousFlag) complain("dangerous_mode", "given together with dangerous_flag");
  return {
    modelFlag: given("model_flag", is.flag) ?? null,
    dangerousFlag,
    isAlwaysDangerous,
    session,
    promptFlag: given("prompt_flag", is.flag) ?? null,
    outputFormatFlag: given("output_format_flag", is.flag) ?? [],
    outputFormat: given("output_format", is.oneOf("text", "json", "jsonl")) ?? "text",
  };
}

function parseOneshot(custom: CustomTool, { given, complain }: Reading): OneshotTool {
  const responsePath = given("response_json_path", is.jsonPath) ?? null;
  const errorPath = given("error_json_path", is.jsonPath) ?? null;
  const hasPath = responsePath !== null || errorPath !== null || custom.session.idPath !== null;
  const outputFormat = given("output_format", is.oneOf("text", "json", "jsonl")) ?? (hasPath ? "json" : "text");
  if (outputFormat === "text" && hasPath)
    complain("output_format", '"json" (one document) or "jsonl" (one in each line), as there is a JSON path');
  if (outputFormat !== "text" && !responsePath)
    complain("response_json_path", "given, as the output is JSON: the way to what the tool answers");
  return { protocol: "oneshot", ...custom, outputFormat, responsePath, errorPath };
}

const NO_PROMPT =
  "regular expressions for the prompt with which the tool's output ends when it waits: without it nobody can tell when a " +
  'long-lived tool has answered. A tool that takes one prompt and ends has protocol = "oneshot"';

function parseLines(custom: CustomTool, { given, complain }: Reading): LinesTool {
  const isCaptured = given("capture_resume", is.yesOrNo) ?? false;
  const { session, outputFormatFlag, promptFlag } = custom;
  if (!isCaptured) {
    const wanted = "left out, or capture_resume = true given: a long-lived tool's output is text";
    if (session.idPath) complain("session_id_json_path", wanted);
    if (outputFormatFlag.length > 0) complain("output_format_flag", wanted);
    if (given("output_format", is.oneOf("text", "json", "jsonl"))) complain("output_format", wanted);
    if (promptFlag) complain("prompt_flag", wanted);
  } else if (session.idFlag) {
    complain("capture_resume", "left out, as session_id_flag names conversations without that cost");
  } else if (!session.idPath || !session.resumeFlag || outputFormatFlag.length === 0) {
    complain("capture_resume", "given together with output_format_flag, session_id_json_path and resume_flag");
  }
  return {
    protocol: "lines",
    ...custom,
    outputFormat: given("output_format", is.oneOf("json", "jsonl")) ?? "json",
    promptPatterns: given("prompt_patterns", is.patterns) ?? complain("prompt_patterns", NO_PROMPT),
    busyPatterns: given("busy_patterns", is.patterns) ?? [],
    detectPatterns: given("detect_patterns", is.patterns) ?? [],
    multilineMarks: given("multiline_marks", is.pairOfTexts) ?? null,
    startSeconds: given("start_seconds", is.seconds) ?? 60,
    isCaptured,
  };
}
