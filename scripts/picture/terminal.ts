// A real terminal, held by a tmux server of its own: types, waits for what it shows, and hands out its rows with their colours.
import { execFileSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";

const PATIENCE_MS = 30_000;

interface Place {
  readonly socket: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
}

export class Terminal {
  readonly #socket: string;

  constructor({ socket, cwd, env, columns }: Place) {
    this.#socket = socket;
    const shell = ["env", "-i", ...Object.entries(env).map(([name, value]) => `${name}=${value}`), "sh"];
    const size = ["-x", String(columns), "-y", "50"];
    this.#tmux("-f", "/dev/null", "new-session", "-d", ...size, "-c", cwd, ...shell);
  }

  #tmux(...words: string[]): string {
    return execFileSync("tmux", ["-u", "-S", this.#socket, ...words], { encoding: "utf8" });
  }

  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
    this.#tmux("send-keys", "Enter");
  }

  /** Up to the last row that shows something. */
  rows(): string[] {
    return this.#tmux("capture-pane", "-e", "-p").trimEnd().split("\n");
  }

  async sees(what: RegExp): Promise<void> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    while (!what.test(this.#tmux("capture-pane", "-p"))) {
      if (Date.now() > giveUpAt) throw new Error(`${what} never came; the terminal shows:\n${this.rows().join("\n")}`);
      await setTimeout(50);
    }
  }

  close(): void {
    this.#tmux("kill-server");
  }
}
