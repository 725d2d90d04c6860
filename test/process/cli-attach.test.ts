// `skein` in a real terminal: tmux holds it, types, and tells what is on the screen.
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
if (!hasTmux && process.env.CI) throw new Error("tmux is needed for these tests; .ci/run installs it");
if (!hasTmux) console.warn("skipped: skein in a terminal (tmux is not installed)");

class Tmux {
  readonly #socket: string;
  readonly #skein: SkeinHome;

  constructor(skein: SkeinHome) {
    this.#skein = skein;
    this.#socket = join(skein.root, "tmux");
    const shell = [
      "env",
      "-i",
      ...Object.entries({ ...skein.env, TERM: "xterm", PS1: "$ " }).map(([k, v]) => `${k}=${v}`),
      "sh",
    ];
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "40", "-c", skein.workspace, ...shell);
    onTestFinished(() => void spawnSync("tmux", ["-S", this.#socket, "kill-server"]));
  }

  #tmux(...words: string[]): string {
    return execFileSync("tmux", ["-S", this.#socket, ...words], { encoding: "utf8" });
  }

  type(...keys: string[]): void {
    this.#tmux("send-keys", ...keys);
  }

  paste(text: string): void {
    this.#tmux("set-buffer", text);
    this.#tmux("paste-buffer", "-p");
  }

  skein(...words: string[]): void {
    this.type(`'${process.execPath}' '${this.#skein.program}' ${words.join(" ")}; echo "exit code $?"`, "Enter");
  }

  /** The screen without its blank rows. */
  screen(): string {
    return this.#tmux("capture-pane", "-p")
      .split("\n")
      .filter((row) => row.trim() !== "")
      .join("\n");
  }

  async sees(what: string | RegExp): Promise<void> {
    await until(`${what} on the screen`, () =>
      typeof what === "string" ? this.screen().includes(what) : what.test(this.screen()),
    ).catch((error) => {
      throw new Error(`${error.message}; it shows:\n${this.screen()}`);
    });
  }
}

test.skipIf(!hasTmux)("a person talks, answers, types ahead, interrupts, and detaches with Ctrl+C", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein();
  await tmux.sees(/Ctrl\+C detaches, the agent goes on\n›$/);
  tmux.type("hello", "Enter");
  await tmux.sees(/› hello\nI am Skein's built-in/);
  await tmux.sees(/✓ done.*\n›$/);

  tmux.type("[[ask: echo it-ran]] [[say: finished]]", "Enter");
  await tmux.sees(/│ 1 {2}Allow once\n(.*\n)*answer 1-3 ›$/);
  tmux.type("1", "Enter");
  await tmux.sees(/answered: Allow once · by cli\n▸ Run `echo it-ran`\n {2}it-ran\n(.*\n)*finished\n✓ done.*\n›$/);

  tmux.type("[[hang]]", "Enter");
  await tmux.sees(/queue ›$/);
  tmux.type("typed ahead", "Enter");
  await tmux.sees(/queued at position 1/);
  tmux.type("Escape");
  await tmux.sees(/■ interrupted/);
  await tmux.sees(/1 queued, held since the interrupt: .*\n›$/);

  tmux.type("half a thought", "C-c");
  await tmux.sees(/detached; \w{8} goes on\. Come back: skein attach \w{8}\nexit code 0/);
  const { sessions } = await skein.json<{ sessions: { status: string }[] }>(["sessions"]);
  expect(sessions).toMatchObject([{ status: "idle", queued: 1, turns: 3 }]);
});

test.skipIf(!hasTmux)("the agent goes on after the detach, and coming back shows what it did", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein("new", "--name", "long");
  await tmux.sees(/›$/);
  tmux.type("[[pace: 5ms]] [[count: 300]] [[say: all done]]", "Enter");
  await tmux.sees(/1 2 3 4 5/);
  tmux.type("C-c");
  await tmux.sees("detached; long goes on");
  await until("the turn to end", async () => {
    const { sessions } = await skein.json<{ sessions: { status: string; reason: { code: string } }[] }>(["sessions"]);
    return sessions[0]?.reason.code === "finished";
  });
  tmux.type("clear", "Enter");
  tmux.skein(".");
  await tmux.sees(/298 299 300\n(.*\n)*all done\n✓ done.*\n›$/);
  await until("it to count as read", async () => {
    const { sessions } = await skein.json<{ sessions: { status: string }[] }>(["sessions"]);
    return sessions[0]?.status === "idle";
  });
});

test.skipIf(!hasTmux)("streaming text and a long line being typed don't disturb each other", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein();
  await tmux.sees(/›$/);
  tmux.type("[[pace: 3ms]] [[count: 250]]", "Enter");
  await tmux.sees(/1 2 3/);
  const typed = `a long line ${"with many words ".repeat(8)}in it`;
  tmux.type(typed);
  await tmux.sees(/✓ done.*\n› .*in it$/);
  const screen = tmux.screen();
  const numbers = screen.slice(screen.indexOf("]]\n") + 3, screen.indexOf("✓ done"));
  expect(numbers.replaceAll("\n", " ").split(/\s+/).join("")).toBe(
    Array.from({ length: 250 }, (_, n) => n + 1).join(""),
  );
});

test.skipIf(!hasTmux)("a paste of several lines is one message", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein();
  await tmux.sees(/›$/);
  tmux.paste("first line\nsecond line\n[[recall]]");
  await tmux.sees("first line⏎second line⏎[[recall]]");
  tmux.type("Enter");
  await tmux.sees(/✓ done/);
  const { out } = await skein.run(["export"]);
  const prompts = out.split("\n").filter((line) => line.includes('"user_prompt"'));
  expect(prompts.map((line) => JSON.parse(line).data.text)).toEqual(["first line\nsecond line\n[[recall]]"]);
});

test.skipIf(!hasTmux)(
  "a daemon that is killed comes back under the person's eyes; one that is stopped stays stopped",
  async () => {
    const skein = new SkeinHome();
    const tmux = new Tmux(skein);
    tmux.skein();
    await tmux.sees(/›$/);
    tmux.type("[[pace: 10ms]] [[count: 150]] [[say: survived]]", "Enter");
    await tmux.sees(/1 2 3/);
    process.kill((await skein.daemonPid()) ?? 0, "SIGKILL");
    await tmux.sees(/survived\n✓ done.*\n›$/);
    expect(tmux.screen().match(/› \[\[pace/g)).toHaveLength(1);

    await skein.run(["daemon", "stop"]);
    await tmux.sees(/error: the daemon was stopped\n.*\n?exit code 5/);
    expect(await skein.daemonPid()).toBeNull();
  },
);
