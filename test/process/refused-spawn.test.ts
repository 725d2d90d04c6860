// A system that has no room for another process: the prompt waits with an error that says so, and the session goes on when there is room.
import { expect, test } from "vitest";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { harm } from "../kit/harm.ts";
import { withoutPrograms } from "../kit/left-out.ts";

const cantRun =
  process.platform !== "linux" ||
  withoutPrograms("a system without room for a process", ["strace"], "npm run test:process");

test.skipIf(cantRun).for(["EAGAIN", "ENOMEM"])(
  "a start that is refused with %s is an error, and the next prompt works",
  async (code) => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
    const send = async (text: string): Promise<string> =>
      (await daemon.client.prompt(session.id, { content: [{ type: "text", text }] })).id;
    const relent = await harm(daemon, { calls: "clone,clone3,fork,vfork", how: `error=${code}` });
    const first = await send("[[say: first]]");
    const { data } = await daemon.event(session.id, ({ type }) => type === "error");
    expect(data).toMatchObject({ code: "start_failed", message: expect.stringContaining(code) });
    expect((await daemon.client.session(session.id)).session.status).toBe("error");
    await relent();
    const second = await send("[[say: second]]");
    const end = await daemon.event(session.id, ({ type, data }) => type === "turn_end" && data.promptId === second);
    expect(end.data).toMatchObject({ reason: "completed" });
    const delivered = (await daemon.events(session.id)).filter(({ type }) => type === "user_prompt");
    expect(delivered.map(({ data }) => data.promptId)).toEqual([first, second]);
  },
);
