// `skein web`: opens the page with all sessions in a browser, here or on a phone.
import { hostname, userInfo } from "node:os";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { openInBrowser } from "../programs/open-browser.ts";
import { qrCode } from "../render/qr-code.ts";
import { safeLine } from "../text/safe-text.ts";
import { wantsColor } from "../text/style.ts";
import { endServing, openAsAsked } from "../web/reach.ts";

const flagsOfWeb = {
  "no-open": { type: "boolean", summary: "Only print the address" },
  pair: { type: "boolean", summary: "Sign in a phone: show a QR code" },
  tailscale: { type: "boolean", summary: "Reach it from your Tailscale network" },
  host: { type: "string", value: "address", summary: "Also listen at this address, with --cert and --key" },
  cert: { type: "string", value: "file", summary: "The certificate for --host" },
  key: { type: "string", value: "file", summary: "The key of --cert" },
  "behind-proxy": { type: "string", value: "https://name", summary: "A proxy of yours with HTTPS stands in front" },
  local: { type: "boolean", summary: "Only this machine again" },
  port: { type: "string", value: "8080", summary: "Use this port from now on" },
  stop: { type: "boolean", summary: "Close the page for all browsers" },
} as const;

type WebContext = Context<typeof flagsOfWeb>;

export const command = defineCommand({
  name: "web",
  aliases: [],
  group: "CONNECT",
  summary: "Open all sessions in a browser, or on a phone",
  usage: "web [--pair]",
  details: [
    "The daemon serves the page to this machine only, on a port that stays the same, until skein web --stop. The printed address signs one",
    "browser in: it is valid for 5 minutes, once. After that the browser stays signed in, and the address without the code is enough.",
    "Over SSH, and with --no-open, it only prints the address.",
    "For a phone, open the page to other machines: with --tailscale, with a certificate (--host, --cert, --key), or behind a proxy of yours",
    "(--behind-proxy). This stays so until --local. Then --pair shows a QR code, valid for one device, and a code to type instead.",
    '--json prints {"v":1,"url","port","minutes","addresses"}; with --pair also "code".',
  ],
  examples: ["skein web", "skein web --no-open", "skein web --pair --tailscale"],
  effect: "none",
  flags: flagsOfWeb,
  maxPositionals: 0,
  async run(context) {
    const { flags } = context;
    if (flags.stop && flags.pair) throw usageFailure("--stop closes the page", "use --stop alone");
    await (flags.stop ? stop(context) : open(context));
    return exitCodes.ok.code;
  },
});

async function stop(context: WebContext): Promise<void> {
  const { io, say, flags, printJson } = context;
  const client = await context.client({ confirms: true });
  await endServing(client, io);
  await client.closeWeb();
  if (flags.json) printJson({ v: 1, state: "closed" });
  say("the page is closed; open it again: skein web");
}

async function open(context: WebContext): Promise<void> {
  const { io, cwd, paths, flags, print, say, printJson } = context;
  const client = await context.client({ confirms: true });
  const opened = await openAsAsked(flags, { client, io, cwd });
  if (flags.pair) return pair(context, opened);
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
  for (const { url, reach } of opened.addresses) if (reach === "network") say(`for other machines: ${safeLine(url)}`);
  if (isRemote) say(`from your own machine, forward the port first: ${forwarding(opened.port, io.env.SSH_CONNECTION)}`);
}

async function pair(
  context: WebContext,
  { port, addresses }: { port: number; addresses: readonly object[] },
): Promise<void> {
  const { io, flags, style, print, say, printJson } = context;
  const { url, code, minutes } = await (await context.client({ confirms: true })).pair();
  if (flags.json) return printJson({ v: 1, url, code, port, minutes, addresses });
  const isDrawn = io.stdout.isTTY === true && style.glyphs.ellipsis === "…";
  if (isDrawn) for (const line of await qrCode(url, { isColored: wantsColor(io.env, io.stdout) })) print(line);
  print(url);
  say(
    `${isDrawn ? "scan it" : "open it"} on the phone within ${minutes} minutes, or open ${new URL("/", url).href} there and type: ${code}`,
  );
  say("it signs one device in; see them all: skein devices");
}

/** The address that this connection came to is one that works from there. */
function forwarding(port: number, connection = ""): string {
  const host = connection.split(" ")[2] ?? hostname();
  return `ssh -N -L ${port}:127.0.0.1:${port} ${userInfo().username}@${safeLine(host)}`;
}
