// Three people answer every question at once, not all of them alike, while the daemon is killed: the first answer wins, the others are told who
// was first, and what was approved ran once.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, ProblemError, unixTransport } from "../../src/client/index.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { throughShortLives } from "../kit/short-lives.ts";
import { everyEvent, stubbornly } from "../kit/stubborn.ts";
import { storedFaults } from "./oracle.ts";
import { Questions } from "./prompt-life/questions.ts";
import { scenario, type Torture } from "./scenario.ts";

const SESSIONS = 4;
const QUESTIONS_PER_PROMPT = 5;
const people = ["ada", "bob", "eve"];

/** What somebody was told about their answer. */
interface Told {
  question: string;
  person: string;
  option: string;
  /** Null when somebody else was first. */
  seq: number | null;
}

scenario(
  "prompt-life-answers",
  "approvals raced from three clients while the daemon is killed",
  {},
  async (torture) => {
    const wanted = Number(process.env.SKEIN_APPROVALS ?? torture.size(60, 2_000));
    const prompts = Math.ceil(wanted / SESSIONS / QUESTIONS_PER_PROMPT);
    const daemon = new DaemonProcess();
    await daemon.start();
    const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => newSession(daemon)));
    const killing = {
      random: torture.random,
      lifeMs: [50, 1000],
      kills: 1,
      most: torture.size(40, 4_000),
      hasty: 0.3,
    } as const;
    const { result: told, report } = await throughShortLives(daemon, killing, async () => {
      const lives = sessions.map((session) => live(daemon, torture, { session, prompts }));
      return (await Promise.all(lives)).flat();
    });

    const path = join(daemon.workspace, "trace");
    const trace = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
    for (const session of sessions) {
      const events = await daemon.events(session);
      torture.did(events.filter(({ type, data }) => type === "permission" && data.state === "asked").length);
      torture.found(answerFaults(events, told, trace), `session ${session}`);
    }
    await daemon.end();
    torture.found(await storedFaults(daemon.paths.database, []));
    console.info(`prompt-life-answers: ${told.length} answers to ${told.length / people.length} questions, ${report}`);
  },
);

async function newSession({ client, workspace }: DaemonProcess): Promise<string> {
  const { session } = await client.create({ agent: "demo", cwd: workspace, env: { PATH: process.env.PATH ?? "" } });
  return session.id;
}

/** All prompts at once; three people follow, and answer what they see. Ends when the last turn has ended for each of them. */
async function live(
  daemon: DaemonProcess,
  torture: Pick<Torture, "random">,
  { session, prompts }: { session: string; prompts: number },
): Promise<Told[]> {
  for (let number = 0; number < prompts; number++) {
    const asks = Array.from({ length: QUESTIONS_PER_PROMPT }, () => `[[ask: echo ${randomUUID()} >> trace]]`);
    const content = [{ type: "text" as const, text: asks.join(" ") }];
    await stubbornly((id) => daemon.client.prompt(session, { id, content }));
  }
  const answering = people.map((person) => answerAll(daemon, torture, { session, person, turns: prompts }));
  return (await Promise.all(answering)).flat();
}

async function answerAll(
  daemon: DaemonProcess,
  { random }: Pick<Torture, "random">,
  { session, person, turns }: { session: string; person: string; turns: number },
): Promise<Told[]> {
  const client = new Client({
    transport: unixTransport(daemon.paths.socket),
    name: person,
    revive: () => daemon.start(),
  });
  const answers: Promise<Told>[] = [];
  let ended = 0;
  for await (const { type, data } of everyEvent(client, session)) {
    if (type === "permission" && data.state === "asked")
      answers.push(
        answer(client, session, { question: String(data.id), person, option: random.pick(["allow", "deny"]) }),
      );
    if (type === "turn_end") ended++;
    if (ended === turns) return Promise.all(answers);
  }
  throw new Error(`${person} saw only ${ended} of ${turns} turns end in session ${session}`);
}

async function answer(client: Client, session: string, wish: Omit<Told, "seq">): Promise<Told> {
  const { question, option } = wish;
  try {
    const { seq } = await stubbornly((id) => client.answer(session, question, { id, option }));
    return { ...wish, seq };
  } catch (error) {
    if (error instanceof ProblemError && error.code === "already_answered") return { ...wish, seq: null };
    throw error;
  }
}

/** Each question was asked, answered and applied once, by the one who was told so, and what was allowed ran once. */
function answerFaults(events: readonly AnyEvent[], told: readonly Told[], trace: readonly string[]): string[] {
  const lives = new Questions();
  const faults: string[] = [];
  const commands = new Map<string, string>();
  for (const { type, data, by, seq } of events) {
    if (type !== "permission") continue;
    const id = String(data.id);
    if (data.state === "asked") commands.set(id, String(data.detail));
    if (data.state === "stale") faults.push(`question ${id} went stale although its agent lives`);
    if (data.state === "answered") {
      const firsts = told.filter((one) => one.question === id && one.seq !== null);
      const [first] = firsts;
      const isRight =
        firsts.length === 1 && first?.person === by.name && first?.option === data.option && first?.seq === seq;
      if (!isRight)
        faults.push(`question ${id} was answered by ${by.name}, and these were told so: ${JSON.stringify(firsts)}`);
      const mark = commands.get(id)?.split(" ")[1];
      const runs = trace.filter((line) => line === mark).length;
      if (runs !== (data.option === "allow" ? 1 : 0))
        faults.push(`after "${data.option}" the command of ${id} ran ${runs} times`);
    }
    try {
      lives.see(data as Parameters<Questions["see"]>[0], by);
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  return [...faults, ...lives.open.map((id) => `question ${id} is still open`)];
}
