// The page's door: a second listener of the daemon, on loopback TCP, for browsers. It serves the page, and every operation to devices that are signed in.
import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Paths } from "../../home/index.ts";
import type { WebAddress, WebStatusAnswer } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import { isCode, messageOf } from "../../system/index.ts";
import { sendProblem } from "../http/serve.ts";
import type { Admit, Exchange, Guest } from "../http/visitor.ts";
import type { Journal } from "../journal.ts";
import { Refusal } from "../refusal.ts";
import { descriptorLimit, limitConnections, serverOptions } from "../server/connections.ts";
import { oneByOne } from "../server/one-by-one.ts";
import { admitDevices } from "./admit-device.ts";
import { newCookie } from "./cookie.ts";
import { Devices } from "./devices.ts";
import { HeldAnswers } from "./held-answers.ts";
import { PAGE_DIRECTORY, type PageFiles, readPageFiles, sendPageFile } from "./page-files.ts";
import { readSettings, type WebSettings, writeSettings } from "./settings.ts";
import { SignInCodes } from "./sign-in-codes.ts";
import { localSites, type Site, siteFor } from "./sites.ts";

interface Dependencies {
  readonly paths: Paths;
  readonly clock: Clock;
  readonly journal: Journal;
  /** Where the page's files are. */
  readonly pageDirectory?: string | undefined;
}

const LOOPBACK = "127.0.0.1";
/** Below the ports that systems give to outgoing connections. */
const PORTS = { first: 20_000, end: 30_000 } as const;
const PORT_TRIES = 50;
/** Some hundred tabs; the daemon's own socket is not affected. */
const MAX_DESCRIPTORS = 1024;

/** What every answer says to browsers: nothing of it is for other sites, and nothing is guessed about it. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

const API = /^\/(v1|healthz|readyz)(\/|\?|$)/;

export class WebDoor {
  readonly devices: Devices;
  readonly codes: SignInCodes;
  /** For the daemon's own handler of operations. */
  readonly admit: Admit;
  readonly #deps: Dependencies;
  readonly #held = new HeldAnswers();
  readonly #sites = new WeakMap<object, Site>();
  #settings: WebSettings;
  #api: RequestListener | null = null;
  #open: { readonly server: Server; readonly port: number } | null = null;
  #files: PageFiles = new Map();
  #problem: string | null = null;

  constructor(deps: Dependencies) {
    const { paths, clock } = deps;
    this.#deps = deps;
    this.#settings = readSettings(paths.web);
    this.devices = new Devices({ path: paths.devices, clock });
    this.codes = new SignInCodes(clock);
    this.admit = admitDevices({
      ...{ devices: this.devices, clock },
      port: () => this.#open?.port ?? 0,
      siteOf: (request) => this.#sites.get(request) as Site,
      hold: (device, exchange) => this.#held.hold(device, exchange),
    });
  }

  /** How operations are answered that come in here. */
  answerWith(api: RequestListener): void {
    this.#api = api;
  }

  status(): WebStatusAnswer {
    return {
      isOpen: this.#open !== null,
      port: this.#settings.port,
      addresses: this.#addresses(),
      devices: this.devices.list().length,
      problem: this.#problem,
    };
  }

  /** It stays open, also after a restart of the daemon, until it is closed. */
  async open(port?: number): Promise<number> {
    if (this.#open && port !== undefined && port !== this.#open.port) await this.#shut();
    const opened = this.#open ?? (await this.#listen(port));
    this.#open = opened;
    this.#problem = null;
    if (!this.#settings.isOpen || this.#settings.port !== opened.port) this.#save({ port: opened.port, isOpen: true });
    return opened.port;
  }

  async close(): Promise<void> {
    this.#save({ ...this.#settings, isOpen: false });
    this.#problem = null;
    await this.#shut();
  }

  /** As it was when the last daemon ended. */
  async resume(): Promise<void> {
    if (!this.#settings.isOpen) return;
    try {
      await this.open();
    } catch (error) {
      this.#problem = messageOf(error);
      this.#deps.journal.error("the page can't be opened again", error);
    }
  }

  /** With the daemon: the next one opens it again. */
  async shutDown(): Promise<void> {
    await this.#shut();
  }

  /** A new device, and the header that gives a browser its secret. */
  signIn(facts: Parameters<Devices["add"]>[0], { isSecure }: Pick<Guest, "isSecure">) {
    const { device, secret, dropped } = this.devices.add(facts);
    rmSync(this.#deps.paths.openPage, { force: true });
    for (const id of dropped) this.#held.cut(id);
    return { device, secret, cookie: newCookie({ port: this.#open?.port ?? 0, isSecure }, secret) };
  }

  /** Signs them out, and cuts what they have open, but not the answer to whoever asked for it. */
  revoke(ids: readonly string[], asking?: Exchange["response"]): readonly string[] {
    const removed = this.devices.remove(ids);
    for (const id of removed) this.#held.cut(id, asking);
    return removed;
  }

  #addresses(): WebAddress[] {
    return this.#open ? [{ url: `http://${LOOPBACK}:${this.#open.port}/`, reach: "machine" }] : [];
  }

  #save(settings: WebSettings): void {
    writeSettings(this.#deps.paths.web, settings);
    this.#settings = settings;
  }

  /** On the port that is asked for, or the one it had, or a free one. */
  async #listen(asked?: number): Promise<{ server: Server; port: number }> {
    this.#files = readPageFiles(this.#deps.pageDirectory ?? PAGE_DIRECTORY);
    const kept = asked ?? this.#settings.port;
    if (kept !== null) return this.#listenAt(kept);
    for (let tries = 1; ; tries++) {
      try {
        return await this.#listenAt(randomInt(PORTS.first, PORTS.end));
      } catch (error) {
        const isTaken = error instanceof Refusal && error.problem.code === "port_taken";
        if (!isTaken || tries >= PORT_TRIES) throw error;
      }
    }
  }

  async #listenAt(port: number): Promise<{ server: Server; port: number }> {
    const server = createServer(serverOptions, oneByOne(this.#answer(localSites(port))));
    limitConnections(server, { descriptors: Math.min(MAX_DESCRIPTORS, descriptorLimit() / 2) });
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, LOOPBACK, () => resolve());
      });
    } catch (error) {
      throw refusedPort(port, error);
    }
    server.on("error", (error) => this.#deps.journal.error("the page's listener failed", error));
    return { server, port };
  }

  #answer(sites: readonly Site[]): RequestListener {
    return (request, response) => {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      try {
        const isPage = !API.test(request.url ?? "");
        this.#sites.set(request, siteFor(request, sites, { isPage }));
        if (isPage) sendPageFile(this.#files, request, response);
        else this.#api?.(request, response);
      } catch (error) {
        sendProblem({ context: this.#deps }, { request, response }, error);
      }
    };
  }

  async #shut(): Promise<void> {
    const { server } = this.#open ?? {};
    this.#open = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

function refusedPort(port: number, error: unknown): unknown {
  if (isCode(error, "EADDRINUSE"))
    return new Refusal(
      "port_taken",
      `Another program listens on port ${port} of this machine. End it, or choose another port for the page: skein web --port <number>`,
      { port },
    );
  if (isCode(error, "EACCES"))
    return new Refusal("port_taken", `This system does not let you use port ${port}: choose one above 1023.`, { port });
  return error;
}
