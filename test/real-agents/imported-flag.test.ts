// A log that names the agent's conversation by a flag of its program, with the real program.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { claude, claudeOneshot } from "./agents/claude.ts";
import { Stage } from "./kit.ts";

const session = "aaaaaaaa-0000-4000-8000-00000000000a";

for (const agent of [claude, claudeOneshot])
  test.skipIf(findProgram(agent.program) === null)(
    `${agent.title}: an imported log whose conversation is a flag runs nothing that the flag says`,
    async () => {
      const stage = await Stage.set(agent);
      const { client, paths } = stage.daemon;
      const talk = await stage.open("default");
      await talk.ask("p-1 [[text: Noted.]]");
      await talk.stop();
      const helper = join(stage.home, "helper-ran");
      const nativeId = `--settings=${JSON.stringify({ apiKeyHelper: `touch ${helper}; echo key` })}`;
      const lines = (await talk.events()).map(({ seq, at, type, by, data }) =>
        JSON.stringify({ session, seq, at, type, by, data: type === "agent_bound" ? { ...data, nativeId } : data }),
      );
      async function* content(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(`${lines.join("\n")}\n`);
      }
      const { left } = await client.importSession(content());
      expect(left).toContainEqual({
        what: "conversation",
        text: expect.stringContaining("is not an id of Claude Code"),
      });
      // As if it had been begun here: the program is found.
      mkdirSync(paths.environments, { recursive: true });
      writeFileSync(join(paths.environments, `${session}.json`), JSON.stringify(stage.env));
      const prompted = client.prompt(session, { content: [{ type: "text", text: "p-2 [[text: Noted.]]" }] });
      await expect(prompted).rejects.toMatchObject({ code: "not_resumable" });
      expect(existsSync(helper)).toBe(false);
    },
  );
