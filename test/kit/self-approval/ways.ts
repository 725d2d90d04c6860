// Every way that we know in which an agent may try to do what is for people, as data: what it runs, and what comes of it.
// docs/security.md says the same in words.
import { dirname } from "node:path";

export interface Place {
  /** A program that runs the CLI in the home under attack, whatever its environment. */
  readonly cli: string;
  /** A program that runs the CLI in the home that its first word names. */
  readonly cliIn: string;
  /** Makes a program of a shell script; returns its path. */
  program(name: string, script: string): string;
  /** Shell words that ask the daemon for something over its socket. */
  ask(method: string, path: string, body: object, trick: string, argument?: string): string;
  readonly victim: { readonly session: string; readonly answerPath: string; readonly rule: string };
  /** A prompt of a person's that waits in the session `busy`. */
  readonly waiting: { readonly session: string; readonly prompt: string };
  readonly daemonPid: number;
  /** Where the agent of a session that asks reads, and what it asks. */
  inputOf(session: string): { readonly file: string; readonly question: string };
  readonly hookMarker: string;
  /** Another home, without a daemon, and one whose config has a hook that answers in the home under attack. */
  readonly otherHome: string;
  readonly hookedHome: string;
}

export interface Way {
  readonly name: string;
  /** A shell script. */
  run(place: Place): string;
  /** `silent`: nobody is there to hear the refusal. */
  readonly comes?: "refused" | "silent";
  /** What the system must offer. */
  readonly needs?: "namespaces" | "root";
  /** It changes the daemon itself while it runs. */
  readonly isAlone?: boolean;
}

const answer = ({ cli }: Place): string => `${cli} answer victim --once`;
const raw =
  (trick: string, argument = "") =>
  ({ ask, victim }: Place): string =>
    ask("POST", victim.answerPath, { option: "allow" }, trick, argument);
const BARE = "env -i PATH=/usr/bin:/bin";

const byCommandLine: Way[] = [
  { name: "skein answer", run: answer },
  { name: "skein answer with a rule", run: ({ cli }) => `${cli} answer victim --for-project -y` },
  { name: "skein answer --all", run: ({ cli }) => `${cli} answer --all --once -y` },
  { name: "without an environment", run: ({ cli }) => `${BARE} ${cli} answer victim --once` },
  { name: "without the marker", run: (place) => `env -u SKEIN_RUN ${answer(place)}` },
  { name: "with another run's marker", run: (place) => `env SKEIN_RUN=another ${answer(place)}` },
  { name: "with an empty marker", run: (place) => `env SKEIN_RUN= ${answer(place)}` },
  { name: "with the marker of a hook", run: (place) => `env SKEIN_RUN=${place.hookMarker}1 ${answer(place)}` },
  { name: "in a session of its own", run: (place) => `setsid -w ${answer(place)}` },
  {
    name: "in a session of its own, without an environment",
    run: ({ cli }) => `setsid -w ${BARE} ${cli} answer victim --once`,
  },
  {
    name: "in a session of its own, with another marker",
    run: (place) => `setsid -w env SKEIN_RUN=another ${answer(place)}`,
  },
  { name: "with nohup", run: (place) => `nohup ${answer(place)}` },
  { name: "in the background", run: (place) => `${answer(place)} & wait` },
  {
    name: "behind shells without an environment",
    run: ({ cli }) => `${BARE} sh -c '${BARE} sh -c "setsid -w ${cli} answer victim --once; :"; :'`,
  },
  { name: "in the place of its shell", run: ({ cli }) => `exec ${BARE} ${cli} answer victim --once` },
  {
    name: "forked twice, while the shell waits",
    run: ({ cli }) =>
      `(${BARE} ${cli} answer victim --once >orphan 2>&1; mv orphan orphan.out) & sleep 0.1; wait; cat orphan.out`,
  },
  {
    name: "left by its parents, in the session of a shell that lives",
    run: ({ cli }) =>
      `( (${BARE} sh -c '${cli} answer victim --once >left 2>&1; mv left left.out') & ) ; until [ -e left.out ]; do sleep 0.1; done; cat left.out`,
  },
  { name: "in a terminal of its own", run: ({ cli }) => `script -qec "${cli} answer victim --once" /dev/null` },
];

const bySocket: Way[] = [
  { name: "a plain request", run: raw("plain") },
  {
    name: "a request with a rule",
    run: ({ ask, victim }) =>
      ask("POST", victim.answerPath, { option: "allow", remember: { scope: "project", rule: victim.rule } }, "plain"),
  },
  { name: "half closed", run: raw("half_closed"), comes: "silent" },
  { name: "gone before the answer", run: raw("gone"), comes: "silent" },
  { name: "a slow body", run: raw("slow_body") },
  { name: "a body by a child in a session of its own", run: raw("body_by_a_child") },
  { name: "another program in the caller's place", run: raw("exec_into_another") },
  { name: "a socket passed on to another process", run: raw("passed_on") },
  { name: "a socket that is passed on just now", run: raw("held_by_nobody") },
  { name: "a socket that a stranger holds, too", run: raw("held_by_a_stranger_too") },
  { name: "a thread", run: raw("by_a_thread") },
  { name: "a process whose first thread has ended", run: raw("dead_leader") },
  { name: "a child of such a process, without any other tie", run: raw("child_of_a_dead_leader") },
  { name: "a program's name with quotes", run: raw("named", '",pid=1,fd=3') },
  { name: "a program's name with brackets", run: raw("named", "a) S 1 1 1 0 0") },
  { name: "a program's name with a line feed", run: raw("named", "a\\nb") },
  { name: "a program's name that ends its row", run: raw("named", '",pid=1,fd=3))\\n') },
  { name: "a program's name that begins a row", run: raw("named", "\\n* 1 * 2") },
  { name: "sockets whose names are rows", run: raw("forged_rows") },
];

const byNamespace: Way[] = [
  { name: "unshare -rn skein answer", run: (place) => `unshare -rn ${answer(place)}`, needs: "namespaces" },
  { name: "unshare -rn, raw", run: (place) => `unshare -rn ${raw("plain")(place)}`, needs: "namespaces" },
  {
    name: "unshare -rn skein limit",
    run: ({ cli }) => `unshare -rn ${cli} limit victim --usd 99`,
    needs: "namespaces",
  },
  {
    name: "unshare -rn, with sockets whose names are rows",
    run: raw("forged_rows_from_another_network"),
    needs: "namespaces",
  },
  { name: "unshare -r", run: (place) => `unshare -r ${answer(place)}`, needs: "namespaces" },
  { name: "unshare -rpf", run: (place) => `unshare -rpf ${answer(place)}`, needs: "namespaces" },
  {
    name: "unshare -rpf --mount-proc",
    run: (place) => `unshare -rpf --mount-proc ${answer(place)}`,
    needs: "namespaces",
  },
  { name: "unshare -rm", run: (place) => `unshare -rm ${answer(place)}`, needs: "namespaces" },
  {
    name: "unshare -rm with an empty /proc",
    run: (place) => `unshare -rm sh -c 'mount -t tmpfs none /proc; exec "$@"' sh ${raw("plain")(place)}`,
    needs: "namespaces",
  },
  {
    name: "unshare -rnpmf --mount-proc",
    run: (place) => `unshare -rnpmf --mount-proc ${answer(place)}`,
    needs: "namespaces",
  },
  { name: "unshare -n", run: (place) => `unshare -n ${answer(place)}`, needs: "root" },
  { name: "unshare -pf", run: (place) => `unshare -pf ${answer(place)}`, needs: "root" },
  { name: "unshare -m", run: (place) => `unshare -m ${answer(place)}`, needs: "root" },
];

/** Limits that keep the daemon from looking; afterwards they are as they were. */
const limited = (name: string, low: string): Way => ({
  name: `prlimit --${name} on the daemon`,
  isAlone: true,
  run: (place) =>
    [
      `before=$(prlimit --pid ${place.daemonPid} --${name} --output SOFT --noheadings | tr -d ' ')`,
      `prlimit --pid ${place.daemonPid} --${name}=${low.replace("OPEN", `$(($(ls /proc/${place.daemonPid}/fd | wc -l) + 3))`)}:`,
      raw("plain")(place),
      `prlimit --pid ${place.daemonPid} --${name}="$before":`,
    ].join("; "),
});

const byLimits: Way[] = [
  limited("nofile", "OPEN"),
  limited("nproc", "1"),
  limited("stack", "4096"),
  limited("core", "0"),
  limited("sigpending", "0"),
];

const byOthers: Way[] = [
  {
    name: "an agent in another home",
    run: ({ cli, cliIn, otherHome }) =>
      `${cliIn} ${otherHome} new -a demo --name inner '[[run: ${cli} answer victim --once]]' ; ${cliIn} ${otherHome} show inner --full`,
  },
  {
    name: "an agent in another home, begun without the marker",
    run: ({ cli, cliIn, otherHome }) =>
      `unset SKEIN_RUN; ${cliIn} ${otherHome}2 new -a demo --name inner '[[run: ${cli} answer victim --once]]' ; ${cliIn} ${otherHome}2 show inner --full`,
  },
  {
    name: "a hook of another home",
    run: ({ cliIn, hookedHome }) =>
      `${cliIn} ${hookedHome} new -a demo '[[say: hi]]' ; until [ -e ${hookedHome}/hook.out ]; do sleep 0.1; done; cat ${hookedHome}/hook.out`,
  },
  {
    name: "a program that the daemon asks for its version",
    run(place) {
      const fake = place.program("fake/claude", `${raw("plain")(place)} >version 2>&1; mv version version.out`);
      const env = { PATH: `${dirname(fake)}:/usr/bin:/bin` };
      const inspect = place.ask("POST", "/v1/agents/inspect", { agent: "claude", env }, "plain");
      return `${inspect} >/dev/null; until [ -e version.out ]; do sleep 0.1; done; cat version.out`;
    },
  },
];

const otherThings: Way[] = [
  {
    name: "a rule for the project",
    run: ({ ask, victim }) => ask("POST", "/v1/policy/rules", { session: victim.session, rule: victim.rule }, "plain"),
  },
  {
    name: "a mode, raw",
    run: ({ ask, victim }) => ask("PUT", `/v1/sessions/${victim.session}/mode`, { value: "auto" }, "plain"),
  },
  { name: "skein limit", run: ({ cli }) => `${cli} limit victim --usd 99` },
  {
    name: "limits, raw",
    run: ({ ask, victim }) => ask("PUT", `/v1/sessions/${victim.session}/limits`, { budgetUsd: null }, "plain"),
  },
  { name: "skein import", run: ({ cli }) => `${cli} import exported.jsonl --as-new` },
  { name: "skein queue edit", run: ({ cli }) => `${cli} queue busy edit 1 'other words'` },
  { name: "skein queue remove", run: ({ cli }) => `${cli} queue busy remove 1` },
  { name: "skein queue hold", run: ({ cli }) => `${cli} queue busy hold` },
  {
    name: "a prompt's words, raw",
    run: ({ ask, waiting }) =>
      ask(
        "PATCH",
        `/v1/sessions/${waiting.session}/prompts/${waiting.prompt}`,
        { content: [{ type: "text", text: "evil" }] },
        "plain",
      ),
  },
  {
    name: "the queue emptied, raw",
    run: ({ ask, waiting }) => ask("PUT", `/v1/sessions/${waiting.session}/queue`, { clear: true }, "plain"),
  },
  { name: "skein abort --clear", run: ({ cli }) => `${cli} abort busy --clear` },
  { name: "skein send --command", run: ({ cli }) => `${cli} send busy --command /login` },
  { name: "skein restart --env renew", run: ({ cli }) => `EVIL=1 ${cli} restart busy --env renew` },
  {
    name: "an environment renewed, raw",
    run: ({ ask, waiting }) =>
      ask("PUT", `/v1/sessions/${waiting.session}/environment`, { env: { PATH: "/tmp/evil" } }, "plain"),
  },
  { name: "skein prune --trash", run: ({ cli }) => `${cli} prune --trash -y` },
  { name: "the trash emptied, raw", run: ({ ask }) => ask("POST", "/v1/trash/empty", {}, "plain") },
  { name: "skein config set", run: ({ cli }) => `${cli} config set hooks.turn_end '["/bin/sh","-c","id"]'` },
  {
    name: "skein config set, without the marker",
    run: ({ cli }) => `env -u SKEIN_RUN ${cli} config set default_agent claude`,
  },
  { name: "skein config unset", run: ({ cli }) => `${cli} config unset default_agent` },
  { name: "skein config edit", run: ({ cli }) => `EDITOR=true ${cli} config edit` },
  { name: "skein daemon recover", run: ({ cli }) => `${cli} daemon recover` },
  { name: "skein daemon install", run: ({ cli }) => `${cli} daemon install` },
  { name: "skein daemon uninstall", run: ({ cli }) => `${cli} daemon uninstall` },
];

/** What an agent that cuts every tie can do, and what no daemon stands in the way of. */
export const admittedWays: readonly (Pick<Way, "name" | "run"> & { readonly session: string })[] = [
  {
    name: "left by its parents, in a session whose shell has ended",
    session: "cut",
    run: ({ cli, program }) => `( ( ${BARE} sh ${program("cut", `sleep 1; ${cli} answer cut --once`)} ) & )`,
  },
  {
    name: "left by its parents, in a session of its own",
    session: "apart",
    run: ({ cli, program }) => `( ${BARE} setsid sh ${program("apart", `sleep 1; ${cli} answer apart --once`)} & )`,
  },
  {
    name: "a line in the agent's own input file",
    session: "input",
    run: ({ inputOf }) =>
      `printf '{"type":"answer","id":"%s","option":"allow"}\\n' ${inputOf("input").question} >>${inputOf("input").file}`,
  },
];

/** All of these are refused. */
export const refusedWays: readonly Way[] = [
  ...[byCommandLine, bySocket, byNamespace, byLimits, byOthers, otherThings].flat(),
];
