// A daemon with the demo agent, an HTTP proxy in front of it, and a page in a real browser that connects through the proxy.
import type { BrowserContext } from "playwright-core";
import { Skein, unixTransport } from "../../src/client/index.ts";
import { DaemonProcess } from "./daemon-process.ts";
import { PageServer, toSocket } from "./page-server.ts";
import { Tab } from "./tab.ts";

export interface Scene {
  readonly daemon: DaemonProcess;
  readonly server: PageServer;
  readonly context: BrowserContext;
  readonly tab: Tab;
  /** The same library in Node, at the daemon's own socket. */
  readonly node: Skein;
}

export async function browserScene(open: () => Promise<BrowserContext>, host?: string): Promise<Scene> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const server = await PageServer.open(toSocket(daemon.paths.socket));
  const context = await open();
  const tab = await Tab.open(context, server.url(host));
  return {
    daemon,
    server,
    context,
    tab,
    node: new Skein({ transport: unixTransport(daemon.paths.socket), name: "node" }),
  };
}

/** A session of the demo agent, made by the page. */
export const newSession = ({ tab, daemon }: Pick<Scene, "tab" | "daemon">): Promise<string> =>
  tab.run(
    async ({ skein }, cwd) => (await skein.create({ agent: "demo", cwd, env: { PATH: "/usr/bin:/bin" } })).session.id,
    daemon.workspace,
  );

/** The page's view as text, to be compared with the view of the library in Node. */
export const shownInPage = (tab: Tab): Promise<string> =>
  tab.run(({ seen: { view } }) => JSON.stringify([view.state, view.transcript, view.lastSeenSeq]));

export async function shownInNode(node: Skein, session: string): Promise<string> {
  const view = await node.view(session, { pageEvents: 1000 });
  try {
    return JSON.stringify([view.state, view.transcript, view.lastSeenSeq]);
  } finally {
    view.close();
  }
}
