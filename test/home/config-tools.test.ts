// Agents of one's own in config.toml, and limits.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ConfigError, defaultConfig, parseConfig } from "../../src/home/config.ts";

const parse = (text: string) => parseConfig(text, "config.toml");

const anyAcp = { protocol: "acp", args: [], env: {}, icon: null, queuedPrompts: null };

test("[tools.<name>] makes an agent of any program that speaks ACP", () => {
  const text = `
    [tools.mine]
    protocol = "acp"
    command = "my-agent"
    args = ["--acp", "-v"]
    env = { MODE = "x", EMPTY = "" }

    [tools."o.th-er_2"]
    protocol = "acp"
    command = "/opt/other"
  `;
  expect(parse(text)).toEqual({
    ...defaultConfig,
    tools: {
      mine: { ...anyAcp, command: "my-agent", args: ["--acp", "-v"], env: { MODE: "x", EMPTY: "" } },
      "o.th-er_2": { ...anyAcp, command: "/opt/other" },
    },
  });
});

test("[A-29] [tools.<name>] makes an agent of any command-line tool: a process for each prompt, unless it says otherwise", () => {
  expect(parse('[tools.chat]\ncommand = "chat"').tools.chat).toEqual({
    ...{ protocol: "oneshot", command: "chat", args: [], env: {}, icon: null, queuedPrompts: null },
    ...{ modelFlag: null, dangerousFlag: null, dangerousMode: false },
    ...{ sessionIdFlag: null, sessionIdEnv: null, sessionIdJsonPath: null, resumeFlag: null },
    ...{ promptFlag: null, outputFormatFlag: [], outputFormat: "text", responseJsonPath: null, errorJsonPath: null },
  });
  const text = `
    [tools.chat]
    command = "chat"
    icon = "🧶"
    model_flag = "--model={model}"
    dangerous_flag = "--yes --always"
    dangerous_mode = true
    prompt_flag = ["--say", "{prompt}"]
    output_format_flag = "--format json"
    response_json_path = "answer.text"
    error_json_path = "error"
    session_id_json_path = "sessions[0].id"
    session_id_env = "CHAT_ID"
    resume_flag = "--resume"
  `;
  expect(parse(text).tools.chat).toEqual({
    ...{ protocol: "oneshot", command: "chat", args: [], env: {}, icon: "🧶", queuedPrompts: null },
    ...{ modelFlag: ["--model={model}"], dangerousFlag: ["--yes", "--always"], dangerousMode: true },
    ...{ sessionIdFlag: null, sessionIdEnv: "CHAT_ID", resumeFlag: ["--resume"] },
    sessionIdJsonPath: [{ name: "sessions" }, { index: 0 }, { name: "id" }],
    ...{ promptFlag: ["--say", "{prompt}"], outputFormatFlag: ["--format", "json"], outputFormat: "json" },
    responseJsonPath: [{ name: "answer" }, { name: "text" }],
    errorJsonPath: [{ name: "error" }],
  });
});

test("[A-16] [A-29] a long-lived tool is described by what it prints", () => {
  const text = `
    [tools.repl]
    protocol = "lines"
    command = "/opt/repl"
    prompt_patterns = ["^> $"]
    busy_patterns = ["thinking"]
    detect_patterns = ["Repl \\\\d"]
    multiline_marks = ["<<", ">>"]
    start_seconds = 5
    capture_resume = true
    output_format_flag = "--json"
    session_id_json_path = "id"
    resume_flag = "--resume"
  `;
  expect(parse(text).tools.repl).toMatchObject({
    ...{ protocol: "lines", promptPatterns: ["^> $"], busyPatterns: ["thinking"], detectPatterns: ["Repl \\d"] },
    ...{ multilineMarks: ["<<", ">>"], startSeconds: 5, captureResume: true, outputFormat: "json" },
    ...{ sessionIdJsonPath: [{ name: "id" }], resumeFlag: ["--resume"] },
  });
});

test("[A-29] every key of a tool is in docs/config.md, and its examples can be used", () => {
  const docs = readFileSync("docs/config.md", "utf8");
  const examples = [...docs.matchAll(/```toml\n(.*?)```/gs)].map(([, text = ""]) => parse(text));
  expect(examples.flatMap(({ tools }) => Object.keys(tools))).toEqual(
    expect.arrayContaining(["my-chat", "other", "my-pi", "my-agent"]),
  );
  const known = ["oneshot", "lines"].flatMap((protocol) => {
    const wrong = () => parse(`[tools.x]\nprotocol = "${protocol}"\nno_such_key = 1`);
    return /known: (.*)\)/.exec(messageOf(wrong))![1]!.split(", ");
  });
  expect(known.length).toBeGreaterThan(30);
  expect(known.filter((key) => !docs.includes(`\`${key}\``))).toEqual([]);
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

const oneshot = '[tools.x]\ncommand = "x"\n';
const lines = `${oneshot}protocol = "lines"\nprompt_patterns = [">"]\n`;

test.for([
  ["tools = 1", "tools must be tables: [tools.<name>]"],
  ["[tools]\nmine = 1", "tools.mine must be a table: [tools.mine]"],
  ['[tools."../x"]', 'tools."../x" must be named with letters, digits, dots, dashes and underscores'],
  [
    '[tools.__proto__]\nprotocol = "acp"',
    "tools.__proto__ must be named with letters, digits, dots, dashes and underscores",
  ],
  ["[tools.mine]", "tools.mine.command must be a program's name, or its path beginning with /"],
  ['[tools.mine]\nprotocol = "http"', 'tools.mine.protocol must be "oneshot", "lines" or "acp"'],
  [
    '[tools.mine]\nprotocol = "acp"\ncommand = "./run"',
    "tools.mine.command must be a program's name, or its path beginning with /",
  ],
  ['[tools.mine]\nprotocol = "acp"\ncommand = "x"\nargs = "y"', "tools.mine.args must be a list of strings"],
  [
    '[tools.mine]\nprotocol = "acp"\ncommand = "x"\nenv = { A = 1 }',
    "tools.mine.env must be a table of strings: names without =",
  ],
  [
    '[tools.mine]\nprotocol = "acp"\ncomand = "x"',
    'unknown key "tools.mine.comand" (known: protocol, command, args, env, icon, queued_prompts)',
  ],
  [
    '[tools.mine]\nprotocol = "acp"\ncommand = "x"\nresume_flag = "-r"',
    'tools.mine.resume_flag must be left out: it needs protocol = "oneshot" or "lines"',
  ],
  [`${oneshot}busy_patterns = ["x"]`, 'tools.x.busy_patterns must be left out: it needs protocol = "lines"'],
  ["tools.x = 2026-01-01", "tools.x must be a table: [tools.x]"],
  ["limits = 2026-01-01", "limits must be a table: [limits]"],
  ['[tools."a.b"]\ncommand = 1', 'tools."a.b".command must be a program\'s name, or its path beginning with /'],
  [`${oneshot}icon = ""`, "tools.x.icon must be one or two characters, such as an emoji"],
  [`${oneshot}model_flag = []`, 'tools.x.model_flag must be a flag such as "--name", or a list of arguments'],
  [`${oneshot}session_id_env = "A-B"`, "tools.x.session_id_env must be the name of an environment variable"],
  [
    `${oneshot}session_id_json_path = "a..b"`,
    'tools.x.session_id_json_path must be a path to a value, such as "session.id", "items[-1].text" or "[type=result].text"',
  ],
  [
    `${oneshot}resume_flag = "-r"`,
    "tools.x.resume_flag must be given together with session_id_flag, session_id_json_path or session_id_env: otherwise Skein does not know what to resume",
  ],
  [
    `${oneshot}session_id_flag = "-i"`,
    "tools.x.session_id_flag must be given together with resume_flag, which may be the same flag",
  ],
  [`${oneshot}dangerous_mode = true`, "tools.x.dangerous_mode must be given together with dangerous_flag"],
  [`${oneshot}dangerous_mode = 1`, "tools.x.dangerous_mode must be true or false"],
  [`${oneshot}output_format = "xml"`, 'tools.x.output_format must be "text", "json" or "jsonl"'],
  [
    `${oneshot}output_format = "text"\nresponse_json_path = "a"`,
    'tools.x.output_format must be "json" (one document) or "jsonl" (one in each line), as there is a JSON path',
  ],
  [
    `${oneshot}output_format = "json"`,
    "tools.x.response_json_path must be given, as the output is JSON: the path to the tool's answer",
  ],
  [
    '[tools.x]\ncommand = "x"\nprotocol = "lines"',
    "tools.x.prompt_patterns must be regular expressions for the prompt with which the tool's output ends when it waits: " +
      "without it Skein can't tell when a long-lived tool has answered. A tool that takes one prompt and ends has " +
      'protocol = "oneshot"',
  ],
  [
    `${lines}busy_patterns = ["("]`,
    'tools.x.busy_patterns must be a list of regular expressions; "(" is not one: Unterminated group',
  ],
  [`${lines}detect_patterns = "x"`, "tools.x.detect_patterns must be a list of regular expressions"],
  [
    `${lines}detect_patterns = [""]`,
    'tools.x.detect_patterns must be a list of regular expressions; "" is not one: it is empty',
  ],
  [
    `${lines}multiline_marks = ["x"]`,
    "tools.x.multiline_marks must be two texts: what comes before such a prompt, and what comes after it",
  ],
  [`${lines}start_seconds = 0`, "tools.x.start_seconds must be a number of seconds, up to 3600"],
  [
    `${lines}session_id_json_path = "id"\nresume_flag = "-r"`,
    "tools.x.session_id_json_path must be left out, or capture_resume = true given: a long-lived tool's output is text",
  ],
  [
    `${lines}capture_resume = true`,
    "tools.x.capture_resume must be given together with output_format_flag, session_id_json_path and resume_flag",
  ],
  [
    `${lines}capture_resume = true\nsession_id_flag = "-i"\nresume_flag = "-r"`,
    "tools.x.capture_resume must be left out, as session_id_flag names conversations without that cost",
  ],
  ["limits = 1", "limits must be a table: [limits]"],
  ["[limits]\nsilence_minutes = 0", "limits.silence_minutes must be a number, up to 1440"],
  ["[limits]\nrunning_sessions = 1.5", "limits.running_sessions must be a whole number; 0 = no limit"],
  ["[limits]\nresume_after_quota = 1", "limits.resume_after_quota must be true or false"],
  [
    "[limits]\nsilence_seconds = 3",
    'unknown key "limits.silence_seconds" (known: silence_minutes, running_sessions, park_minutes, live_processes, turn_minutes, budget_usd, budget_tokens, resume_after_quota, queued_prompts, min_free_mb, unread_output_mb, stderr_mb)',
  ],
] as const)("refuses %j and says where and why", ([text, message]) => {
  expect(() => parse(text)).toThrow(new ConfigError(`config.toml: ${message}`));
});

test("how long an agent may be silent can be set", () => {
  const { limits } = defaultConfig;
  expect(limits).toMatchObject({ silenceMinutes: 10, minFreeMb: 32, runningSessions: 0, budgetUsd: 0 });
  expect(parse("[limits]\nsilence_minutes = 2.5").limits).toEqual({ ...limits, silenceMinutes: 2.5 });
  expect(parse("[limits]\nrunning_sessions = 5\nbudget_usd = 1.5\nresume_after_quota = true").limits).toEqual({
    ...limits,
    runningSessions: 5,
    budgetUsd: 1.5,
    resumeAfterQuota: true,
  });
  expect(parse("[limits]").limits).toEqual(limits);
});
