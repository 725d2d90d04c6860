// A program of a few lines in a process of its own, with the log at hand; what it prints can be awaited line by line.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

export interface Child {
  readonly process: ChildProcess;
  /** Lines as they come; ends with the process's output. */
  readonly lines: AsyncIterableIterator<string>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

const from = (file: string): string => JSON.stringify(pathToFileURL(file).href);

const prelude = `
  import { DatabaseSync } from "node:sqlite";
  import { acquireDaemonLock, openSqliteLog } from ${from("src/log/index.ts")};
  import { migrate } from ${from("src/log/sqlite/migrate.ts")};
  import { migrations } from ${from("src/log/sqlite/schema.ts")};
  import { A, changeFor } from ${from("test/contracts/log/samples.ts")};
  const [path, ...args] = process.argv.slice(1);
  const say = (line) => process.stdout.write(line + "\\n");
`;

export function startChild(program: string, args: readonly string[], shell = `exec "$@"`): Child {
  const node = [process.execPath, "--input-type=module", "--no-warnings", "-e", prelude + program, ...args];
  const child = spawn("/bin/sh", ["-c", shell, "sh", ...node], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  return { process: child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), ended };
}

export async function nextLine({ lines }: Child): Promise<string | undefined> {
  const { value, done } = await lines.next();
  return done ? undefined : value;
}
