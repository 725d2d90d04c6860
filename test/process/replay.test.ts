// `skein replay` in a real terminal.
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";

test.skipIf(!hasTmux)(
  "[M-09] a session is played back in a terminal, which may change its size, and leaves the screen as it was",
  async () => {
    const skein = new SkeinHome();
    await skein.json(["new", "--name", "api"]);
    for (const word of ["first", "second"])
      await skein.run(["send", "api", "--wait", `[[pace: 0ms]] [[run: seq 1 9]] [[say: The ${word} answer.]]`]);
    const tmux = new Tmux(skein);
    await tmux.sees(/^\$/);
    tmux.type("echo before", "Enter");
    await tmux.sees(/^before$/m);
    tmux.skein("replay", "api", "--speed", "64");
    await tmux.sees(/^replay of api\n(.*\n)*The second answer\.\n(.*\n)*■ at the end · event (\d+) of \3 /m);
    tmux.type("[");
    await tmux.sees(/^‖ paused · event /m);
    expect(tmux.screen()).not.toMatch(/^The second answer\.$/m);
    await tmux.sees(/^The first answer\.$/m);
    tmux.resize(60, 12);
    await tmux.sees(/^Space plays · .*…$/m);
    expect(tmux.screen()).not.toMatch(/^The second answer\.$/m);
    tmux.resize(80, 20);
    tmux.type("Right", "Home");
    await tmux.sees(/^‖ paused · event 1 of /m);
    tmux.type("C-z");
    await tmux.sees(/Stopped/);
    tmux.type("fg; echo back $?", "Enter");
    await tmux.sees(/^‖ paused · event 1 of /m);
    tmux.type("End");
    await tmux.sees(/^The second answer\.$/m);
    tmux.type("q");
    await tmux.sees(/^back 0$/m);
    await tmux.sees(/^before$/m);
    expect(tmux.screen()).not.toContain("replay of");
  },
);
