// A person who is asked for a yes may look at something else first, as in any program.
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";

test.skipIf(!hasTmux)(
  "Ctrl+Z leaves a question for the shell, and it is asked again when the person is back",
  async () => {
    const skein = new SkeinHome();
    await skein.json(["new", "--name", "api"]);
    await skein.run(["send", "api", "later", "--hold"]);
    const tmux = new Tmux(skein);
    tmux.skein("queue", "api", "clear");
    await tmux.sees(/cancel all queued prompts of api \(1\)\? \[y\/N\]$/);
    tmux.type("C-z");
    await tmux.sees(/Stopped/);
    // The shell has its terminal back: what is typed is seen, and nothing of it is an answer.
    tmux.type("echo in the shell", "Enter");
    await tmux.sees(/^in the shell$/m);
    tmux.type("fg; echo back $?", "Enter");
    await tmux.sees(/fg; echo back(.*\n)+.*cancel all queued prompts of api \(1\)\? \[y\/N\]$/);
    tmux.type("y", "Enter");
    await tmux.sees(/^back 0$/m);
    expect(await skein.json(["queue", "api"])).toMatchObject({ items: [] });
  },
);
