// `skein devices`: the devices that are signed in to the page, and signing them out.
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { deviceTable, findDevice } from "../render/device-table.ts";
import { suggest } from "../suggest.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";

const flagsOfDevices = { all: { type: "boolean", summary: "With revoke: all devices" } } as const;

type DevicesContext = Context<typeof flagsOfDevices>;

export const command = defineCommand({
  name: "devices",
  aliases: [],
  group: "CONNECT",
  summary: "List the devices that use the page, or sign them out",
  usage: "devices [revoke <device>...]",
  details: [
    "`revoke` signs devices out and cuts their connections at once. Name a device by its id, as far as it is unique, or by its name.",
    '--json prints {"v":1,"devices":[{"id","name","kind","createdAt","lastSeenAt","from",…}]}, and with revoke {"v":1,"revoked":[…]}.',
  ],
  examples: ["skein devices", "skein devices revoke 3f2a", "skein devices revoke --all"],
  effect: "none",
  flags: flagsOfDevices,
  maxPositionals: 100,
  async run(context) {
    const [word, ...named] = context.positionals;
    if (word === undefined) await list(context);
    else if (word === "revoke") await revoke(context, named);
    else throw unknownWord(word);
    return exitCodes.ok.code;
  },
});

function unknownWord(word: string): Error {
  const near = suggest(word, ["revoke"], { ending: [] });
  return usageFailure(
    `unknown word "${safeLine(word)}"`,
    near ? `did you mean: skein devices ${near}?` : "sign a device out: skein devices revoke <device>",
  );
}

async function list({ io, flags, style, client, print, say, printJson }: DevicesContext): Promise<void> {
  if (flags.all) throw usageFailure("--all needs revoke", "sign all devices out: skein devices revoke --all");
  const { items } = await (await client({ confirms: true })).devices();
  if (flags.json) printJson({ v: 1, devices: items.map(({ isThis: _, ...device }) => device) });
  else if (items.length === 0) say("no device is signed in; open the page: skein web");
  else for (const line of await deviceTable(items, { style, nowMs: io.now() })) print(line);
}

async function revoke(context: DevicesContext, named: readonly string[]): Promise<void> {
  const { flags, say, printJson } = context;
  if (flags.all === named.length > 0)
    throw usageFailure(
      flags.all ? "--all is every device" : "no device named",
      "name devices (skein devices revoke <device>...), or all of them (skein devices revoke --all)",
    );
  const client = await context.client({ confirms: true });
  const { items } = await client.devices();
  const chosen = flags.all ? items : named.map((typed) => findDevice(items, typed));
  const { revoked } = await client.revokeDevices(chosen.map(({ id }) => id));
  if (flags.json) printJson({ v: 1, revoked });
  const names = chosen.map(({ name }) => safeLine(name)).join(", ");
  say(revoked.length === 0 ? "no device was signed in" : `signed out ${pluralize(revoked.length, "device")}: ${names}`);
}
