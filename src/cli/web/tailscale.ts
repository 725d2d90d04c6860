// Tailscale in front of the page: it gives the page a name and a certificate in the person's own network.
import { programsOn, safePath } from "../../system/index.ts";
import { ProgramFailed, runProgram } from "../../system/processes.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { safeLine } from "../text/safe-text.ts";

/** It may ask its person to allow HTTPS, in a browser: it says so and waits. */
const TIMEOUT_MS = 30_000;

type IoContext = Pick<Io, "env" | "cwd">;

/** Serves the page under this machine's name in the network, on the same port; resolves to its address. */
export async function serveByTailscale(port: number, io: IoContext): Promise<string> {
  const name = await ownName(io);
  await run(["serve", "--bg", `--https=${port}`, `http://127.0.0.1:${port}`], io);
  return `https://${name}:${port}`;
}

/** It may be gone by now: then nobody serves. */
export async function endTailscale(port: number, io: IoContext): Promise<void> {
  await run(["serve", `--https=${port}`, "off"], io);
}

async function ownName(io: IoContext): Promise<string> {
  const status = await run(["status", "--json"], io);
  const name = nameIn(status);
  if (name !== null) return name;
  throw new Failure("Tailscale gives this machine no name", {
    exit: "failed",
    code: "tailscale_failed",
    why: "it is not connected, or MagicDNS is off",
    fix: "connect it (tailscale up), and turn MagicDNS and HTTPS on in its admin console",
  });
}

/** `desk.tail1234.ts.net`, from what `tailscale status --json` prints; null when it says none. */
export function nameIn(status: string): string | null {
  try {
    const { BackendState: state, Self: self } = JSON.parse(status) as {
      BackendState?: unknown;
      Self?: { DNSName?: unknown };
    };
    const name = typeof self?.DNSName === "string" ? self.DNSName.replace(/\.$/, "").toLowerCase() : "";
    return state === "Running" && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) ? name : null;
  } catch {
    return null;
  }
}

async function run(words: readonly string[], { env, cwd }: IoContext): Promise<string> {
  const path = safePath(env, cwd);
  const [program] = programsOn("tailscale", path);
  if (program === undefined)
    throw new Failure("Tailscale is not installed here", {
      exit: "failed",
      code: "tailscale_missing",
      fix: "install it from https://tailscale.com/download, or use --behind-proxy, or --host with --cert and --key",
    });
  try {
    return await runProgram(program, words, { env: { ...env, PATH: path }, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    throw new Failure(`"tailscale ${words[0]}" failed`, {
      exit: "failed",
      code: "tailscale_failed",
      why: safeLine((error.stderr || error.stdout || error.message).trim().split("\n").join(" ")),
      fix: `run it yourself to see more: tailscale ${words.join(" ")}`,
    });
  }
}
