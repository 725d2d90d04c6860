// `skein sessions --watch` in a real terminal.
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";

test.skipIf(!hasTmux)(
  "the list follows what happens and the terminal's size, though the daemon is killed under it",
  async () => {
    const skein = new SkeinHome();
    for (const name of ["one", "two", "three", "four"]) await skein.json(["new", "--name", name]);
    const tmux = new Tmux(skein);
    tmux.type("echo before", "Enter");
    await tmux.sees(/^before$/m);
    tmux.skein("sessions", "--watch");
    await tmux.sees(
      /^4 sessions\nSESSION +NAME .*\n.* four .*\n.* three .*\n.* two .*\n.* one .*\nq or Ctrl\+C leaves$/,
    );
    tmux.resize(60, 6);
    await tmux.sees(/^4 sessions\nSESSION +NAME .*\n.* four .*\n.* three .*\n… 2 more\nq or Ctrl\+C leaves$/);
    tmux.resize(80, 20);
    await tmux.sees(/ one .*\nq or Ctrl\+C leaves$/);
    process.kill((await skein.daemonPid()) ?? 0, "SIGKILL");
    await skein.json(["new", "--name", "five"]);
    await tmux.sees(/^5 sessions\nSESSION +NAME .*\n.* five .*\n.* four /);
    await skein.run(["send", "one", "[[ask: touch x]]"]);
    await tmux.sees(/^5 sessions {2}▲ 1 needs you\n.*\n.* one +▲ needs you +now /);
    tmux.type("C-c");
    await tmux.sees(/^before\n(.*\n)*exit code 0\n/m);
    expect(tmux.screen()).not.toContain("needs you");
  },
);
