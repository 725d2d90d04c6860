// Fails in the middle, in every way that leaves something running.
import { test } from "vitest";
import { DaemonProcess } from "../daemon-process.ts";
import { SkeinHome } from "../skein-home.ts";
import { hasTmux, Tmux } from "../tmux.ts";

test("fails while a loop kills its daemon and starts it again", { timeout: 60_000 }, async () => {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  await daemon.client.prompt(session.id, { content: [{ type: "text", text: "[[run: sleep 1000]]" }] });
  await daemon.event(session.id, ({ type }) => type === "tool_call");
  const killing = (async () => {
    for (;;) {
      await daemon.kill();
      await daemon.start();
    }
  })();
  killing.catch(() => {});
  throw new Error("on purpose");
});

test("times out while it waits", { timeout: 5_000 }, async () => {
  const skein = new SkeinHome();
  await skein.run(["daemon", "start"]);
  if (hasTmux) new Tmux(skein).skein("open");
  await new Promise(() => {});
});
