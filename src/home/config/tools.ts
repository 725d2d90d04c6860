// `[tools.<name>]` in config.toml: the user's own agents, by their protocol.
import * as z from "zod";
import { camelKeys } from "./camel-keys.ts";
import { type Fields, key, kind, requiredKey, strictFields, variants } from "./describe.ts";
import * as is from "./values.ts";

const protocols = ["oneshot", "lines", "acp"] as const;

const protocol = <P extends (typeof protocols)[number]>(name: P) =>
  key(kind(is.either(protocols), z.literal(name)), {
    text: `How Skein talks to it: ${is.either(protocols)}`,
    example: '"lines"',
    default: name as never,
  });

const ofAll = {
  command: requiredKey(is.command, {
    text: "The program: a name on your PATH or an absolute path",
    example: '"my-chat"',
  }),
  args: key(is.listOfText, { text: "Arguments that it always gets", example: '["--quiet"]', default: [] }),
  env: key(is.environment, { text: "Variables that it gets", example: '{ MY_SETTING = "1" }', default: {} }),
  icon: key(is.icon, { text: "A symbol for lists", example: '"🧶"' }),
  queued_prompts: key(is.queueLimit, {
    text: "How many prompts can be queued in a session of this tool; default: limits.queued_prompts",
    example: "0",
  }),
};

/** Keys that describe the command line of tools without a protocol. */
const ofCommandLines = {
  prompt_flag: key(is.flag, {
    text: "Pass the prompt as an argument after this flag; default: on stdin",
    example: '"--message"',
  }),
  model_flag: key(is.flag, { text: "Sets the model", example: '"--model"' }),
  dangerous_flag: key(is.flag, {
    text: "Added in mode auto, the only mode of such a tool",
    example: '"--yes-to-all"',
  }),
  dangerous_mode: key(is.yesOrNo, { text: "Always add the dangerous flag", example: "true", default: false }),
  session_id_flag: key(is.flag, { text: "The tool takes a name for a new conversation", example: '"--session"' }),
  session_id_env: key(is.variable, {
    text: "The variable that holds the conversation's name",
    example: '"MY_CHAT_SESSION"',
  }),
  session_id_json_path: key(is.jsonPath, {
    text: "Where its output has the name that it has chosen",
    example: '"session.id"',
  }),
  resume_flag: key(is.flag, { text: "Resumes a conversation", example: '"--resume"' }),
  output_format_flag: key(is.flag, { text: "Makes it print JSON", example: '"--output json"', default: [] }),
  output_format: key(is.oneOf("text", "json", "jsonl"), {
    text: '"text", "json" (one document) or "jsonl" (one per line); default: "json" if there is a JSON path',
    example: '"json"',
  }),
};

const oneshotFields = {
  protocol: protocol("oneshot"),
  ...ofAll,
  ...ofCommandLines,
  response_json_path: key(is.jsonPath, { text: "Where its answer is", example: '"answer.text"' }),
  error_json_path: key(is.jsonPath, { text: "Where it reports a failure", example: '"error"' }),
};

const linesFields = {
  protocol: protocol("lines"),
  ...ofAll,
  ...ofCommandLines,
  prompt_patterns: requiredKey(is.patterns, {
    text: "What its output ends with when it waits for a prompt",
    example: '["^my-chat> $"]',
    missing:
      "regular expressions for the prompt with which the tool's output ends when it waits: without it Skein can't tell when a " +
      'long-lived tool has answered. A tool that takes one prompt and ends has protocol = "oneshot"',
  }),
  busy_patterns: key(is.patterns, {
    text: "A last line that matches is not a prompt",
    example: '["^working"]',
    default: [],
  }),
  detect_patterns: key(is.patterns, {
    text: "What it must print before its first prompt",
    example: '["^My Chat"]',
    default: [],
  }),
  multiline_marks: key(is.pairOfTexts, {
    text: "What it needs around a prompt of several lines",
    example: "['<<', '>>']",
  }),
  start_seconds: key(is.upTo(3600, "a number of seconds, up to 3600"), {
    text: "Timeout for its first prompt",
    example: "60",
    default: 60,
  }),
  capture_resume: key(is.yesOrNo, {
    text: "Get the conversation's name with a separate process; see docs/config.md",
    example: "true",
    default: false,
  }),
};

const acpFields = { protocol: protocol("acp"), ...ofAll };

type Values<F extends Fields> = z.output<z.ZodObject<F>>;

/** Reports what a key must be, given the values of the others. */
type Complain = (key: string, wanted: string) => void;

const complainTo =
  (context: z.core.$RefinementCtx): Complain =>
  (name, wanted) =>
    context.addIssue({ code: "custom", path: [name], message: wanted });

function checkCommandLine(tool: Values<typeof ofCommandLines>, complain: Complain): void {
  const isNamed = tool.session_id_flag || tool.session_id_env || tool.session_id_json_path;
  if (tool.resume_flag && !isNamed)
    complain(
      "resume_flag",
      "given together with session_id_flag, session_id_json_path or session_id_env: otherwise Skein does not know what to resume",
    );
  if (tool.session_id_flag && !tool.resume_flag && !tool.session_id_env)
    complain("session_id_flag", "given together with resume_flag, which may be the same flag");
  if (tool.dangerous_mode && !tool.dangerous_flag) complain("dangerous_mode", "given together with dangerous_flag");
}

type OneshotValues = Values<typeof oneshotFields>;

const hasJsonPath = (tool: OneshotValues): boolean =>
  [tool.response_json_path, tool.error_json_path, tool.session_id_json_path].some((path) => path !== null);

const outputFormatOf = (tool: OneshotValues): OutputFormat =>
  tool.output_format ?? (hasJsonPath(tool) ? "json" : "text");

function checkOneshot(tool: OneshotValues, complain: Complain): void {
  checkCommandLine(tool, complain);
  const isText = outputFormatOf(tool) === "text";
  if (isText && hasJsonPath(tool))
    complain("output_format", '"json" (one document) or "jsonl" (one in each line), as there is a JSON path');
  if (!isText && !tool.response_json_path)
    complain("response_json_path", "given, as the output is JSON: the path to the tool's answer");
}

type LinesValues = Values<typeof linesFields>;

function checkLines(tool: LinesValues, complain: Complain): void {
  checkCommandLine(tool, complain);
  const printsJson = tool.output_format_flag.length > 0;
  if (!tool.capture_resume) {
    const wanted = "left out, or capture_resume = true given: a long-lived tool's output is text";
    if (tool.session_id_json_path) complain("session_id_json_path", wanted);
    if (printsJson) complain("output_format_flag", wanted);
    if (tool.output_format) complain("output_format", wanted);
    if (tool.prompt_flag) complain("prompt_flag", wanted);
  } else if (tool.session_id_flag) {
    complain("capture_resume", "left out, as session_id_flag names conversations without that cost");
  } else if (!tool.session_id_json_path || !tool.resume_flag || !printsJson) {
    complain("capture_resume", "given together with output_format_flag, session_id_json_path and resume_flag");
  } else if (tool.output_format === "text") {
    complain("output_format", is.either(["json", "jsonl"]));
  }
}

const oneshot = strictFields(oneshotFields)
  .superRefine((tool, context) => checkOneshot(tool, complainTo(context)))
  .transform((tool) => ({ ...camelKeys(tool), outputFormat: outputFormatOf(tool) }));

const lines = strictFields(linesFields)
  .superRefine((tool, context) => checkLines(tool, complainTo(context)))
  .transform((tool) => ({ ...camelKeys(tool), outputFormat: tool.output_format ?? "json" }));

export const tool = variants({
  by: "protocol",
  usual: "oneshot",
  options: { oneshot: oneshotFields, lines: linesFields, acp: acpFields },
  schemas: [oneshot, lines, strictFields(acpFields).transform(camelKeys)],
});

export type ToolConfig = z.output<typeof tool>;
/** Runs one process per prompt. */
export type OneshotTool = Extract<ToolConfig, { protocol: "oneshot" }>;
/** One long-lived process that reads prompts as lines and prints text. */
export type LinesTool = Extract<ToolConfig, { protocol: "lines" }>;
/** The format of the tool's output. */
export type OutputFormat = "text" | "json" | "jsonl";
