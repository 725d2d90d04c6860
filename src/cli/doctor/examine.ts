// Every check in its order. One that fails itself is a finding, too: the others still run.
import type { Client } from "../../client/index.ts";
import { explain } from "../explain.ts";
import { agents } from "./agents.ts";
import type { Check, Finding, Patient } from "./check.ts";
import { clock } from "./clock.ts";
import { config } from "./config.ts";
import { daemon } from "./daemon.ts";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import { home } from "./home.ts";
import { node } from "./node.ts";
import { programs } from "./programs.ts";

const checks: readonly Check[] = [node, home, daemon, database, disk, clock, config, agents, programs];

export type Result = Finding & { readonly id: string };

/** `connect` finds the daemon or starts it; it throws when that can't be done. */
export async function examine(patient: Omit<Patient, "client">, connect: () => Promise<Client>): Promise<Result[]> {
  let client: Client | null = null;
  let absence: Finding | null = null;
  try {
    client = await connect();
  } catch (error) {
    absence = { ...trouble("daemon", error), state: "failed" };
  }
  const results: Result[] = [];
  for (const check of checks) {
    if (check.id === "daemon" && absence) results.push({ id: check.id, ...absence });
    const findings = await check.run({ ...patient, client }).catch((error) => [trouble(check.id, error)]);
    results.push(...findings.map((finding) => ({ id: check.id, ...finding })));
  }
  return results;
}

function trouble(title: string, error: unknown): Finding {
  const { message, why, fix } = explain(error);
  return { state: "failed", title, text: why ? `${message}: ${why}` : message, fix };
}
