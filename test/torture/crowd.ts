// Several sessions that talk to the demo agent whatever happens around them, and remember what they were told: a scenario harms, the crowd tells.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConnectionError, type Followed, ProblemError } from "../../src/client/index.ts";
import type { AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";
import { type Acknowledged, type Conversation, convergenceFaults, conversationFaults } from "./oracle.ts";

const WORDS = 50;
const countTo = (n: number): string => Array.from({ length: n }, (_, index) => index + 1).join(" ");

/** Streams, runs a tool that leaves a trace, thinks, asks, runs another one, and streams again. */
function newPrompt(): Conversation["prompts"][number] & { text: string } {
  const id = randomUUID();
  const [first, second] = [`run-${id}`, `asked-${id}`];
  const tools = `[[run: sleep 0.05; echo ${first} >> trace]] [[think: hm]] [[ask: echo ${second} >> trace]]`;
  const text = `[[pace: 3ms]] [[count: ${WORDS}]] ${tools} [[count: ${WORDS}]]`;
  return { id, text, marks: [first, second], words: `${countTo(WORDS)} ${countTo(WORDS)}` };
}

/** Sent when an agent died so often that it waits for a person. */
const nudge = (): ReturnType<typeof newPrompt> => ({
  id: randomUUID(),
  text: "[[say: on we go]]",
  marks: [],
  words: "on we go",
});

export interface Crowd {
  readonly acknowledged: readonly Acknowledged[];
  readonly sessions: readonly string[];
  /** What its followers have seen, session by session. */
  events(): AnyEvent[];
  /** The runs that agents had, ended or not. */
  runs(): string[];
  /** Turns that have ended, however. */
  turns(): number;
  /** Everyone prompts, and waits for the end of the turn, until it is enough. What goes wrong is among the faults. */
  talk(isEnough: () => boolean): Promise<void>;
  /** Asked at rest, of a daemon that answers: conversation, followers, and what went wrong on the way. */
  faults(): Promise<string[]>;
  /** Stops following. */
  leave(): Promise<void>;
}

interface Member {
  session: string;
  lines: string[];
  /** Of the history that its lines are from. */
  epoch: string | undefined;
  prompts: ReturnType<typeof newPrompt>[];
  ended: Set<unknown>;
  following: Promise<void>;
}

/** A question may have gone with the run that asked it. */
const passed = ["stale_permission", "permission_not_found", "already_answered"];

export async function gatherCrowd(
  { client, workspace }: Pick<DaemonProcess, "client" | "workspace">,
  size: number,
  patienceMs = 120_000,
): Promise<Crowd> {
  const acknowledged: Acknowledged[] = [];
  const faults: string[] = [];
  const stop = new AbortController();
  const unsettled = new Set<Promise<void>>();

  /** As people do who are told to free some space, or that nobody answers: the same command again, until it is taken. */
  const stubbornly = <Answer>(order: () => Promise<Answer>): Promise<Answer> =>
    until(
      "a command to be taken",
      () =>
        order().catch((error: unknown) => {
          if (error instanceof ConnectionError || (error instanceof ProblemError && error.code === "fenced"))
            return null;
          throw error;
        }),
      patienceMs,
    ) as Promise<Answer>;

  async function send({ session, prompts }: Member, prompt: ReturnType<typeof newPrompt>): Promise<void> {
    prompts.push(prompt);
    const { id, text } = prompt;
    const { seq } = await stubbornly(() => client.prompt(session, { id, content: [{ type: "text", text }] }));
    acknowledged.push({ session, seq, command: id });
  }

  async function answer({ session }: Member, permission: string): Promise<void> {
    const id = randomUUID();
    try {
      const { seq } = await stubbornly(() => client.answer(session, permission, { id, option: "allow" }));
      if (seq > 0) acknowledged.push({ session, seq, command: id });
    } catch (error) {
      if (!(error instanceof ProblemError && passed.includes(error.code))) throw error;
    }
  }

  function aside(work: Promise<void>): void {
    const settled = work
      .catch((error: Error) => void faults.push(error.message))
      .then(() => void unsettled.delete(settled));
    unsettled.add(settled);
  }

  function take(member: Member, item: Followed): void {
    if (item.kind === "frame") {
      if (item.frame.frame === "hello") member.epoch = item.frame.epoch;
      if (item.frame.frame === "reset") faults.push(`session ${member.session}: its follower had to start over`);
      return;
    }
    member.lines.push(item.line);
    const { type, data } = item.event as AnyEvent;
    if (type === "permission" && data.state === "asked") aside(answer(member, String(data.id)));
    if (type === "error" && data.code === "crash_loop") aside(send(member, nudge()));
    if (type === "turn_end") member.ended.add(data.promptId);
  }

  /** One who is told that nobody answers comes back, and goes on where it was. */
  async function follow(member: Member): Promise<void> {
    const { signal } = stop;
    while (!signal.aborted) {
      try {
        const place = { after: member.lines.length, epoch: member.epoch };
        for await (const item of client.follow(member.session, { ...place, signal })) take(member, item);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
      }
    }
  }

  const members: Member[] = [];
  for (let count = 0; count < size; count++) {
    const { session, seq } = await client.create({
      agent: "demo",
      cwd: workspace,
      env: { PATH: process.env.PATH ?? "" },
    });
    acknowledged.push({ session: session.id, seq });
    const member: Member = {
      session: session.id,
      lines: [],
      epoch: undefined,
      prompts: [],
      ended: new Set(),
      following: Promise.resolve(),
    };
    member.following = follow(member).catch((error: Error) => void faults.push(`a follower gave up: ${error.message}`));
    members.push(member);
  }

  const eventsOf = ({ lines }: Member): AnyEvent[] => lines.map((line) => JSON.parse(line) as AnyEvent);
  const isResting = ({ prompts, ended }: Member): boolean => prompts.every(({ id }) => ended.has(id));

  return {
    acknowledged,
    sessions: members.map(({ session }) => session),
    events: () => members.flatMap(eventsOf),
    runs: () =>
      members.flatMap(eventsOf).flatMap(({ type, data }) => (type === "agent_start" ? [String(data.run)] : [])),
    turns: () => members.reduce((sum, { ended }) => sum + ended.size, 0),
    async talk(isEnough) {
      const talking = members.map(async (member) => {
        while (!isEnough()) {
          await send(member, newPrompt());
          await until(`the end of a turn in session ${member.session}`, () => isResting(member), patienceMs);
        }
      });
      const isAnswered = Promise.all(talking).then(() =>
        until("all answers to be given", () => unsettled.size === 0, patienceMs),
      );
      await isAnswered.catch((error: Error) => faults.push(error.message));
    },
    async faults() {
      const path = join(workspace, "trace");
      const trace = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
      const found = [...faults];
      for (const member of members) {
        const { session, prompts } = member;
        const { state } = await client.session(session);
        // One that never gets there shows below.
        await until("the follower to have everything", () => member.lines.length >= state.head).catch(() => {});
        const fresh: string[] = [];
        for await (const { line } of client.log(session, { after: 0 })) fresh.push(line);
        found.push(...convergenceFaults({ session, lived: member.lines, fresh, state }));
        found.push(...conversationFaults({ session, events: eventsOf(member), prompts, trace }));
        // What was shown was promised, too.
        acknowledged.push(...member.lines.map((line, index) => ({ session, seq: index + 1, line })));
      }
      return found;
    },
    async leave() {
      stop.abort();
      await Promise.all(members.map(({ following }) => following));
    },
  };
}
