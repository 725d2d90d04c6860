// Real programs as agents by config.toml alone: as if Skein did not know them.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { makeAgentHome } from "../kit/agents/home.ts";
import type { AgentName } from "../kit/agents/pins.ts";
import { prepareAgent } from "../kit/agents/recipe.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { startModel } from "../kit/model/model.ts";

interface Described {
  readonly program: AgentName;
  /** The keys of `[tools.mine]` besides the command. */
  readonly keys: string;
  /** Below its home: where its conversations are. */
  readonly conversations: string;
  readonly provenance: "assigned" | "reported";
}

const tools: readonly Described[] = [
  {
    program: "pi",
    keys: `
      args = ["-p"]
      output_format = "jsonl"
      output_format_flag = "--mode json"
      response_json_path = "[type=message_end].message[role=assistant].content[type=text].text"
      error_json_path = "[type=message_end].message.errorMessage"
      session_id_json_path = "[type=session].id"
      resume_flag = "--session"
      model_flag = "--model"
    `,
    conversations: ".pi/agent/sessions",
    provenance: "reported",
  },
  {
    program: "codex",
    keys: `
      args = ["exec", "--skip-git-repo-check"]
      output_format = "jsonl"
      output_format_flag = "--json"
      response_json_path = "item[type=agent_message].text"
      error_json_path = "[type=turn.failed].error"
      session_id_json_path = "thread_id"
      resume_flag = "resume {id} -"
      dangerous_flag = "--dangerously-bypass-approvals-and-sandbox"
    `,
    conversations: ".codex/sessions",
    provenance: "reported",
  },
  {
    program: "claude",
    keys: `
      args = ["-p"]
      output_format_flag = "--output-format json"
      response_json_path = "result"
      error_json_path = "is_error"
      session_id_flag = "--session-id"
      resume_flag = "--resume"
      dangerous_flag = "--dangerously-skip-permissions"
    `,
    conversations: ".claude/projects",
    provenance: "assigned",
  },
];

async function open({ program, keys }: Described) {
  const model = await startModel();
  const home = makeAgentHome();
  onTestFinished(async () => {
    home.remove();
    await model.close();
  });
  const { command, env } = prepareAgent(program, { model, home: home.path });
  const daemon = new DaemonProcess();
  const cwd = join(daemon.workspace, "project");
  mkdirSync(cwd);
  mkdirSync(daemon.paths.home, { recursive: true, mode: 0o700 });
  writeFileSync(daemon.paths.config, `[tools.mine]\ncommand = ${JSON.stringify(command)}\n${keys}`);
  await daemon.start();
  const { session } = await daemon.client.create({ cwd, agent: "mine", env });
  const all = async (type: string): Promise<AnyEvent["data"][]> =>
    (await daemon.events(session.id)).flatMap((event) => (event.type === type ? [event.data] : []));
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    for (const { seq, type, data } of await daemon.events(session.id))
      console.error(`${seq} ${type} ${JSON.stringify(data).slice(0, 400)}`);
  });
  const ask = async (text: string) => {
    const before = (await all("agent_message")).length;
    const { id } = await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
    const end = await daemon.event(session.id, ({ type, data }) => type === "turn_end" && data.promptId === id);
    const said = (await all("agent_message")).slice(before).map((data) => data.text);
    return { said: said.join(""), reason: end.data.reason, error: end.data.error };
  };
  return { model, home: home.path, daemon, ask, all };
}

for (const tool of tools) {
  describe.skipIf(findProgram(tool.program) === null)(`${tool.program}, by config.toml alone`, () => {
    test("[A-29] [A-31] says what the model said, and goes on with its conversation", async () => {
      const { model, daemon, ask, all } = await open(tool);
      expect(await ask("p-1 [[note: tulip]] [[text: Noted.]]")).toMatchObject({ said: "Noted.", reason: "completed" });
      await daemon.kill();
      expect(await ask("p-2 [[recall]]")).toMatchObject({ said: "I remember: tulip.", reason: "completed" });
      expect([model.turns("p-1").length, model.turns("p-2").length]).toEqual([1, 1]);
      const [first, second] = await all("agent_bound");
      expect(first).toMatchObject({ provenance: tool.provenance });
      expect(second?.nativeId).toBe(first?.nativeId);
      expect(await all("notice")).toEqual([]);
    });

    test("[A-29] a failing model is a failed turn, and a conversation that is gone a failed resume", async () => {
      const { home, ask, all } = await open(tool);
      await ask("p-1 [[note: tulip]] [[text: Noted.]]");
      expect(await ask("p-2 [[error: 401]]")).toMatchObject({
        reason: "failed",
        error: expect.stringContaining("401"),
      });
      expect(await ask("p-3 [[recall]]")).toMatchObject({ said: "I remember: tulip.", reason: "completed" });
      const conversations = join(home, tool.conversations);
      renameSync(conversations, `${conversations}.away`);
      expect(await ask("p-4 [[recall]]")).toMatchObject({ reason: "failed" });
      expect(await all("resume_failed")).toHaveLength(1);
    });
  });
}
