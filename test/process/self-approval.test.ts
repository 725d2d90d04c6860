// An agent that tries to answer its own question, or another agent's, from inside its tree, in every way that a shell offers.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathsOf } from "../../src/home/index.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

const canTell = process.platform === "linux" && spawnSync("ss", ["-V"]).status === 0;
if (!canTell && process.env.CI && process.platform === "linux")
  throw new Error("ss (iproute2) is needed for these tests; .ci/run installs it");
if (!canTell) console.warn("skipped: agents that answer themselves (this platform does not tell who calls)");

interface Item {
  session: string;
  id: string;
  detail: string;
  rule: { text: string; file: string } | null;
}

/** Sends one request over the socket; `gone` leaves before there is an answer. Prints the answer's status and body. */
const requester = `
const [socketPath, method, path, body, mode] = process.argv.slice(2);
const request = require("node:http").request({ socketPath, method, path, headers: { "content-type": "application/json" } });
request.on("response", (response) => {
  let text = "";
  response.on("data", (piece) => (text += piece)).on("end", () => console.log(response.statusCode, text));
});
request.end(Buffer.from(body, "base64"), () => mode === "gone" && process.exit(0));
`;

class Stage {
  readonly skein = new SkeinHome();
  readonly #socket = pathsOf(this.skein.env).socket;

  constructor() {
    writeFileSync(join(this.skein.workspace, "request.cjs"), requester);
  }

  /** Agents are not told where the daemon is; this one knows. */
  get cli(): string {
    return `env SKEIN_HOME='${this.skein.home}' '${process.execPath}' '${this.skein.program}'`;
  }

  /** A shell command that asks the daemon for this. */
  request(method: string, path: string, body: object, mode = ""): string {
    const document = Buffer.from(JSON.stringify({ id: crypto.randomUUID(), ...body })).toString("base64");
    return `'${process.execPath}' request.cjs '${this.#socket}' ${method} '${path}' '${document}' ${mode}`;
  }

  get bareEnvironment(): string {
    return `env -i PATH='${this.skein.env.PATH}' HOME='${this.skein.root}'`;
  }

  async asking(name: string, prompt: string): Promise<Item> {
    const { session } = await this.skein.json<{ session: { id: string } }>(["new", "--name", name]);
    await this.skein.run(["send", name, prompt]);
    return until("the question", async () => (await this.inbox()).find((item) => item.session === session.id));
  }

  async inbox(): Promise<Item[]> {
    return (await this.skein.json<{ items: Item[] }>(["inbox"])).items;
  }

  /** What the agent of a session sees when it runs this. */
  async runBy(name: string, command: string): Promise<string> {
    await this.skein.run(["send", name, `[[run: ${command}]]`, "--wait"]);
    const { out } = await this.skein.run(["show", name, "--last", "1", "--full"]);
    return out;
  }
}

test.skipIf(!canTell)(
  "[T-21] no process of an agent's tree answers for a person, whatever it does to its environment",
  async () => {
    const stage = new Stage();
    const { skein, cli, bareEnvironment } = stage;
    const question = await stage.asking("victim", "[[ask: touch allowed]]");
    await skein.json(["new", "--name", "helper"]);
    const path = `/v1/sessions/${question.session}/permissions/${question.id}/answer`;
    const remember = { scope: "project", rule: question.rule?.text ?? "" };
    expect(question.rule).not.toBeNull();
    const answer = { option: "allow" };
    const attempts = [
      `${cli} answer victim --once`,
      `${cli} answer victim --for-project -y`,
      `${cli} answer --all --once -y`,
      `${bareEnvironment} ${cli} answer victim --once`,
      `SKEIN_RUN=another ${cli} answer victim --once`,
      `setsid -w ${bareEnvironment} ${cli} answer victim --once`,
      `setsid -w env SKEIN_RUN=another ${cli} answer victim --once`,
      `sh -c '${bareEnvironment} sh -c "setsid -w ${cli.replaceAll("'", "")} answer victim --once"; true'`,
      stage.request("POST", path, answer),
      `setsid -w env -i ${stage.request("POST", path, { ...answer, remember })}`,
      stage.request("POST", "/v1/policy/rules", { session: question.session, rule: remember.rule }),
      stage.request("PUT", `/v1/sessions/${question.session}/mode`, { value: "auto" }),
      stage.request("PUT", `/v1/sessions/${question.session}/limits`, { budgetUsd: null }),
    ];
    for (const attempt of attempts) {
      const seen = await stage.runBy("helper", attempt);
      expect([attempt, seen]).toEqual([attempt, expect.stringMatching(/An agent can't|self_approval/)]);
    }
    // Who does not wait for the answer can't be told from anybody else.
    for (let count = 0; count < 8; count++) await stage.runBy("helper", stage.request("POST", path, answer, "gone"));

    expect((await stage.inbox()).map(({ id }) => id)).toEqual([question.id]);
    expect(existsSync(join(skein.workspace, "allowed"))).toBe(false);
    expect(existsSync(question.rule?.file ?? "")).toBe(false);
    expect(await skein.run(["answer", "victim", "--once"])).toMatchObject({ code: 0, out: "answered: Allow once\n" });
    await until("what was allowed", () => existsSync(join(skein.workspace, "allowed")));
  },
);

test.skipIf(!canTell)("an agent's own leftovers in the background can't answer what it asks next", async () => {
  const stage = new Stage();
  const { skein, cli } = stage;
  const attack = (name: string, run: string): string =>
    `until [ -e go ]; do sleep 0.02; done; ${run} >${name}.part 2>&1; mv ${name}.part ${name}`;
  for (const name of ["plain", "apart"])
    writeFileSync(join(skein.workspace, `${name}.sh`), attack(`${name}.out`, `${cli} answer self --once`));
  const leave = "(sh plain.sh &) >/dev/null 2>&1; (setsid sh apart.sh &) >/dev/null 2>&1";
  const question = await stage.asking("self", `[[run: ${leave}]] [[ask: touch allowed]]`);
  writeFileSync(join(skein.workspace, "go"), "");
  for (const name of ["plain.out", "apart.out"]) {
    await until(name, () => existsSync(join(skein.workspace, name)));
    expect(readFileSync(join(skein.workspace, name), "utf8")).toContain("An agent can't answer");
  }
  expect((await stage.inbox()).map(({ id }) => id)).toEqual([question.id]);
  expect(existsSync(join(skein.workspace, "allowed"))).toBe(false);
  expect((await skein.run(["answer", "self", "--deny"])).code).toBe(0);
});
