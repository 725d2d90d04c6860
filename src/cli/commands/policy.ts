// `skein policy`: the permission rules that apply here, and what they would have answered in the past.
import type { Client, ListedSession, PolicyTest } from "../../client/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { confirm } from "../dialogue/confirm.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { policyTestLines, proposalLines } from "../render/policy-test.ts";
import { findSession } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { exactText } from "../text/exact-text.ts";
import { tildePath } from "../text/tilde-path.ts";

const policyFlags = {
  global: { type: "boolean", summary: "With path: the global file, not this directory's" },
  add: { type: "string", value: "n", summary: "With test: add a proposed rule to the directory's file" },
} as const;

export const command = defineCommand({
  name: "policy",
  aliases: [],
  group: "WORK",
  summary: "Show and test permission rules",
  usage: "policy [test [session] | path]",
  details: [
    "  skein policy                       the rules that apply in this directory, and their files",
    "  skein policy test [session]        what they would have answered in that session; proposes rules for what you always allowed",
    "  skein policy test api --add 1      adds the first proposal to the directory's file; shows it first",
    "  skein policy path [--global]       the path of the file; edits apply from the next question",
    "",
    'A file has [[allow]], [[deny]] and [[ask]] tables with kinds, tool, command ("npm test **") and paths ("src/**"). Deny beats ask,',
    "ask beats allow; if no rule matches, you are asked. While a file can't be read, no rule allows anything.",
  ],
  effect: { acts: "with --add", when: ({ flags }) => flags.add !== undefined },
  flags: policyFlags,
  maxPositionals: 2,
  async run(context) {
    const [verb, ref] = context.positionals;
    if (context.flags.global && verb !== "path")
      throw usageFailure("--global goes with path", "skein policy path --global");
    if (context.flags.add !== undefined && verb !== "test")
      throw usageFailure("--add goes with test", "skein policy test <session> --add <n>");
    if (verb === "test") return test(context, ref ?? context.flags.session);
    if (ref !== undefined || (verb !== undefined && verb !== "path"))
      throw usageFailure(
        `"${ref ?? verb}" is not understood`,
        "use: skein policy, skein policy test or skein policy path",
      );
    return verb === "path" ? path(context) : show(context);
  },
});

async function show({ io, cwd, flags, style, client, print, printJson }: Context<typeof policyFlags>): Promise<number> {
  const policy = await (await client()).policy(cwd);
  if (flags.json) {
    printJson({ v: 1, ...policy });
    return exitCodes.ok.code;
  }
  for (const [index, { name, file, rules, problem }] of policy.sources.entries()) {
    const about = name === "global" ? "everywhere" : `in ${tildePath(policy.workspace.path, io.env.HOME)}`;
    if (index > 0) print("");
    print(`${style.bold(about)}  ${style.dim(tildePath(file, io.env.HOME))}`);
    if (problem !== null) print(style.red(`can't be used, so no rule allows anything: ${exactText(problem)}`));
    else if (rules.length === 0) print("no rules");
    else for (const rule of rules) print(exactText(rule).trimEnd());
  }
  return exitCodes.ok.code;
}

async function path({ cwd, flags, client, print, printJson }: Context<typeof policyFlags>): Promise<number> {
  const { sources } = await (await client()).policy(cwd);
  const file = sources.find(({ name }) => (name === "global") === flags.global)?.file ?? "";
  if (flags.json) printJson({ v: 1, file });
  else print(file);
  return exitCodes.ok.code;
}

async function test(context: Context<typeof policyFlags>, ref: string | undefined): Promise<number> {
  const { flags, style, print, printJson } = context;
  const client = await context.client({ confirms: true });
  const session = await findSession(client, ref, context);
  const tested = await client.testPolicy(session.id);
  if (flags.add !== undefined) return add(context, { client, session, tested }, flags.add);
  if (flags.json) {
    printJson({ v: 1, session: session.id, ...tested });
    return exitCodes.ok.code;
  }
  const called = await referenceTo(client, session, context);
  for (const line of await policyTestLines({ session, ref: called }, tested, style)) print(line);
  return exitCodes.ok.code;
}

async function add(
  context: Context<typeof policyFlags>,
  { client, session, tested }: { client: Client; session: ListedSession; tested: PolicyTest },
  typed: string,
): Promise<number> {
  const { say, printJson } = context;
  const { proposals, files } = tested;
  const text = /^\d+$/.test(typed) ? proposals[Number(typed) - 1] : undefined;
  if (text === undefined)
    throw new Failure(`no rule ${typed} is proposed`, {
      exit: "notFound",
      code: "proposal_not_found",
      fix: "see them: skein policy test <session>",
    });
  for (const line of proposalLines(text)) say(line);
  await confirm(context, `add it to ${files.workspace}?`);
  const { outcome } = await client.addRule(session.id, text);
  if (context.flags.json) printJson({ v: 1, file: files.workspace, rule: text, outcome });
  say(outcome === "added" ? `added to ${files.workspace}` : `the rule exists already in ${files.workspace}`);
  return exitCodes.ok.code;
}
