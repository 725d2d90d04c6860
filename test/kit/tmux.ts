// A real terminal: tmux holds it, types, and tells what is on the screen.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { withoutPrograms } from "./left-out.ts";
import type { SkeinHome } from "./skein-home.ts";
import { until } from "./until.ts";

export const hasTmux = !withoutPrograms("skein in a terminal", ["tmux"], "npm run test:process");

export class Tmux {
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

  resize(columns: number, rows: number): void {
    this.#tmux("resize-window", "-x", String(columns), "-y", String(rows));
  }

  /** Returns what programs have written to the terminal since, byte for byte. */
  record(): () => string {
    const file = join(this.#skein.root, "written");
    writeFileSync(file, "");
    this.#tmux("pipe-pane", "-O", `cat >> '${file}'`);
    return () => readFileSync(file, "latin1");
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
