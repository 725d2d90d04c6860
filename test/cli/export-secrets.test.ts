// What an export holds: every text as it was, keys that people paste included; and nothing of a session's environment.
import { expect, test } from "vitest";
import { cliDaemon, done, text } from "./cli-daemon.ts";

const PASTED = "sk-ant-api03-0123456789abcdefghij-AKIAIOSFODNN7EXAMPLE";
const OWN = "a-key-of-the-shell-that-nobody-said";

test.for([[], ["--md"]])(
  "export %j masks nothing that was said, and tells nothing of the environment",
  async (words) => {
    const { daemon, run } = await cliDaemon();
    const { session } = await daemon.client.create({ cwd: daemon.workspace, name: "api", env: { API_KEY: OWN } });
    await daemon.send(session.id, `use ${PASTED}`);
    const agent = await daemon.run();
    agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
    await daemon.ofType(session.id, "user_prompt");
    agent.say(text(`I use ${PASTED} now.`), done);
    await daemon.ofType(session.id, "turn_end");
    const { code, out } = await run(["export", "api", ...words]);
    expect(code).toBe(0);
    expect(out).toContain(`use ${PASTED}`);
    expect(out).toContain(`I use ${PASTED} now.`);
    expect(out).not.toContain(OWN);
  },
);
