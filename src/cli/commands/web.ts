// `skein web`: opens the page with all sessions in a browser.
import { hostname, userInfo } from "node:os";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { openInBrowser } from "../programs/open-browser.ts";
import { safeLine } from "../text/safe-text.ts";

const flagsOfWeb = {
  "no-open": { type: "boolean", summary: "Only print the address" },
  port: { type: "string", value: "8080", summary: "Use this port from now on" },
  stop: { type: "boolean", summary: "Close the page for all browsers" },
} as const;

type WebContext = Context<typeof flagsOfWeb>;

export const command = defineCommand({
  name: "web",
  aliases: [],
  group: "CONNECT",
  summary: "Open all sessions in a browser",
  usage: "web",
  details: [
    "The daemon serves the page to this machine only, on a port that stays the same, until skein web --stop. The printed address signs one",
    "browser in: it is valid for 5 minutes, once. After that the browser stays signed in, and the address without the code is enough.",
    "Over SSH, and with --no-open, it only prints the address.",
    '--json prints {"v":1,"url","port","minutes","addresses"}.',
  ],
  examples: ["skein web", "skein web --no-open"],
  effect: "none",
  flags: flagsOfWeb,
  maxPositionals: 0,
  async run(context) {
    await (context.flags.stop ? stop(context) : open(context));
    return exitCodes.ok.code;
  },
});

async function stop({ client, say, flags, printJson }: WebContext): Promise<void> {
  await (await client({ confirms: true })).closeWeb();
  if (flags.json) printJson({ v: 1, state: "closed" });
  say("the page is closed; open it again: skein web");
}

async function open(context: WebContext): Promise<void> {
  const { io, paths, flags, print, say, printJson } = context;
  const port = portOf(flags.port);
  const client = await context.client({ confirms: true });
  const opened = await client.openWeb(port === undefined ? {} : { port });
  if (flags.json) return printJson({ v: 1, ...opened });
  const isRemote = Boolean(io.env.SSH_CONNECTION);
  const isShown = !flags["no-open"] && !isRemote && (await openInBrowser(opened.url, { paths, env: io.env }));
  if (flags.quiet && isShown) return;
  print(opened.url);
  say(
    isShown
      ? `opened in your browser; if nothing appears, open this address within ${opened.minutes} minutes`
      : `open this address in a browser within ${opened.minutes} minutes; it signs one browser in`,
  );
  if (isRemote) say(`from your own machine, forward the port first: ${forwarding(opened.port, io.env.SSH_CONNECTION)}`);
}

function portOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const port = Number(typed);
  if (/^\d{1,5}$/.test(typed) && port >= 1 && port <= 65_535) return port;
  throw usageFailure(`"${safeLine(typed)}" is not a port`, "give a number from 1 to 65535, such as --port 8080");
}

/** The address that this connection came to is one that works from there. */
function forwarding(port: number, connection = ""): string {
  const host = connection.split(" ")[2] ?? hostname();
  return `ssh -N -L ${port}:127.0.0.1:${port} ${userInfo().username}@${safeLine(host)}`;
}
