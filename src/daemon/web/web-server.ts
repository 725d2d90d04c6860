// The server for browsers: listens on loopback, and where its person opened it. It serves the page, and every operation to
// devices that are signed in.
import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { networkInterfaces } from "node:os";
import { background } from "../../core/index.ts";
import type { Paths } from "../../home/index.ts";
import type { WebAddress, WebStatusAnswer } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import { messageOf, TaskQueue } from "../../system/index.ts";
import { sendProblem } from "../http/serve.ts";
import type { Admit, Exchange, Guest } from "../http/visitor.ts";
import type { Journal } from "../journal.ts";
import { Refusal } from "../refusal.ts";
import { admitDevices, admitReaders } from "./admit-device.ts";
import { newCookie } from "./cookie.ts";
import { Devices } from "./devices.ts";
import { checkReach, type Endpoint, type ListenPlan, listenPlan } from "./listen-plan.ts";
import { type Answer, isSameEndpoint, type Listener, listenAt } from "./listener.ts";
import { OpenResponses } from "./open-responses.ts";
import { isOfAnotherUser } from "./other-user.ts";
import { PAGE_DIRECTORY, type PageFiles, readPageFiles, sendPageFile } from "./page-files.ts";
import { type PageOrigin, pageOriginFor } from "./page-origins.ts";
import { readSettings, type WebSettings, writeSettings } from "./settings.ts";
import { SignInCodes } from "./sign-in-codes.ts";
import { codeTrier } from "./try-code.ts";

interface Dependencies {
  readonly paths: Paths;
  readonly clock: Clock;
  readonly journal: Journal;
  /** Where the page's files are. */
  readonly pageDirectory?: string | undefined;
}

/** What is not said stays as it is. */
type Wanted = Partial<Pick<WebSettings, "network" | "proxy">> & { readonly port?: number };

/** Below the ports that systems give to outgoing connections. */
const PORTS = { first: 20_000, end: 30_000 } as const;
const PORT_TRIES = 50;

/** What every answer says to browsers: nothing of it is for other sites, and nothing is guessed about it. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

const API = /^\/(v1|healthz|readyz)(\/|\?|$)/;

export class WebServer {
  readonly devices: Devices;
  readonly codes: SignInCodes;
  readonly tryCode: ReturnType<typeof codeTrier>;
  /** For the daemon's own handler of operations. */
  readonly admit: Admit;
  readonly #admitReader: (exchange: Exchange) => void;
  readonly #deps: Dependencies;
  readonly #openResponses = new OpenResponses();
  /** Opening and closing never overlap. */
  readonly #turns = new TaskQueue();
  readonly #origins = new WeakMap<IncomingMessage, PageOrigin>();
  #settings: WebSettings;
  #api: RequestListener | null = null;
  #listeners: readonly Listener[] = [];
  #addresses: readonly WebAddress[] = [];
  #files: PageFiles = new Map();
  #problem: string | null = null;

  constructor(deps: Dependencies) {
    const { paths, clock, journal } = deps;
    this.#deps = deps;
    this.#settings = readSettings(paths.web);
    this.devices = new Devices({ path: paths.devices, clock, journal });
    this.codes = new SignInCodes(clock);
    this.tryCode = codeTrier(this.codes, clock);
    const originOf = (request: IncomingMessage): PageOrigin => this.#origins.get(request) as PageOrigin;
    this.#admitReader = admitReaders({ clock, originOf });
    this.admit = admitDevices({
      ...{ devices: this.devices, clock, originOf },
      port: () => this.#port,
      hold: (device, exchange) => this.#openResponses.hold(device, exchange),
    });
  }

  /** How operations are answered that come in here. */
  answerWith(api: RequestListener): void {
    this.#api = api;
  }

  status(): WebStatusAnswer {
    return {
      isOpen: this.#listeners.length > 0,
      port: this.#settings.port,
      addresses: [...this.#addresses],
      devices: this.devices.list().length,
      problem: this.#problem,
    };
  }

  /** It stays open, also after a restart of the daemon, until it is closed. If it can't be opened so, it stays as it was. */
  open(wanted: Wanted = {}): Promise<number> {
    return this.#turns.run(() => this.#open(wanted));
  }

  close(): Promise<void> {
    return this.#turns.run(async () => {
      this.#save({ ...this.#settings, isOpen: false });
      this.#problem = null;
      rmSync(this.#deps.paths.openPage, { force: true });
      await this.#shut();
      this.#deps.journal.info("the page is closed");
    });
  }

  /** As it was when the last daemon ended; at least for this machine, should the network be another one now. */
  resume(): Promise<void> {
    return this.#turns.run(() => this.#resume());
  }

  /** The next daemon opens it again. */
  shutDown(): Promise<void> {
    return this.#turns.run(() => this.#shut());
  }

  async #open(wanted: Wanted): Promise<number> {
    const { network = this.#settings.network, proxy = this.#settings.proxy } = wanted;
    checkReach({ network, proxy }, networkInterfaces());
    this.#files = readPageFiles(this.#deps.pageDirectory ?? PAGE_DIRECTORY);
    const port = wanted.port ?? this.#settings.port;
    const opened = await (port === null
      ? this.#onFreePort((free) => this.#move(listenPlan({ network, proxy }, free)))
      : this.#move(listenPlan({ network, proxy }, port)));
    this.#problem = null;
    this.#save({ port: opened, isOpen: true, network, proxy });
    this.#deps.journal.info("the page is open", { addresses: this.#addresses.map(({ url }) => url) });
    return opened;
  }

  async #resume(): Promise<void> {
    const { isOpen, port } = this.#settings;
    if (!isOpen || port === null) return;
    try {
      this.#files = readPageFiles(this.#deps.pageDirectory ?? PAGE_DIRECTORY);
      const plan = listenPlan(this.#settings, port);
      const [loopback, ...others] = plan.endpoints;
      const here = plan.addresses.filter(({ via }) => via !== "certificate");
      if (loopback) await this.#move({ endpoints: [loopback], addresses: here });
      if (others.length > 0) await this.#move(plan);
    } catch (error) {
      this.#problem = messageOf(error);
      this.#deps.journal.error("the page can't be opened again", error);
    }
  }

  async #shut(): Promise<void> {
    const listeners = this.#listeners;
    this.#listeners = [];
    this.#addresses = [];
    await Promise.all(listeners.map((one) => one.close()));
  }

  /** A new device, and the header that gives a browser its secret. */
  signIn(facts: Parameters<Devices["add"]>[0], { isSecure }: Pick<Guest, "isSecure">) {
    const { device, secret, key, dropped } = this.devices.add(facts);
    rmSync(this.#deps.paths.openPage, { force: true });
    for (const id of dropped) this.#openResponses.cut(id);
    const { id, name, kind, from } = device;
    this.#deps.journal.info("a device signed in", { device: id, name, kind, from });
    return { device, secret, key, dropped, cookie: newCookie({ port: this.#port, isSecure }, secret) };
  }

  /** Signs them out, and cuts what they have open, but not the answer to whoever asked for it. */
  revoke(ids: readonly string[], asking?: Exchange["response"]): readonly string[] {
    const removed = this.devices.remove(ids);
    for (const id of removed) this.#openResponses.cut(id, asking);
    if (removed.length > 0) this.#deps.journal.info("devices were signed out", { devices: removed });
    return removed;
  }

  /** A proxy of the person's may pass requests on. */
  get hasProxy(): boolean {
    return this.#settings.proxy !== null;
  }

  get #port(): number {
    return this.#listeners[0]?.endpoint.port ?? 0;
  }

  #save(settings: WebSettings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    writeSettings(this.#deps.paths.web, settings);
    this.#settings = settings;
  }

  async #onFreePort(open: (port: number) => Promise<number>): Promise<number> {
    for (let tries = 1; ; tries++) {
      try {
        return await open(randomInt(PORTS.first, PORTS.end));
      } catch (error) {
        const isTaken = error instanceof Refusal && error.problem.code === "port_taken";
        if (!isTaken || tries >= PORT_TRIES) throw error;
      }
    }
  }

  /** To these endpoints: what is there already stays, and with whoever is connected. */
  async #move({ endpoints, addresses }: ListenPlan): Promise<number> {
    const knownAt = (endpoint: Endpoint): Listener | undefined =>
      this.#listeners.find((one) => isSameEndpoint(one.endpoint, endpoint));
    const opened = new Map<Endpoint, Listener>();
    try {
      for (const endpoint of endpoints) if (!knownAt(endpoint)) opened.set(endpoint, await this.#listenAt(endpoint));
      // A certificate may be unusable: everything else changes only when nothing can fail any more.
      for (const endpoint of endpoints.toSorted((a, b) => Number(b.tls !== null) - Number(a.tls !== null)))
        knownAt(endpoint)?.update(endpoint);
    } catch (error) {
      await Promise.all([...opened.values()].map((one) => one.close()));
      throw error;
    }
    const next = endpoints.flatMap((endpoint) => knownAt(endpoint) ?? opened.get(endpoint) ?? []);
    const left = this.#listeners.filter((one) => !next.includes(one));
    this.#listeners = next;
    this.#addresses = addresses;
    await Promise.all(left.map((one) => one.close()));
    return this.#port;
  }

  #listenAt(endpoint: Endpoint): Promise<Listener> {
    return listenAt(endpoint, this.#answer, (error) => this.#deps.journal.error("the page's listener failed", error));
  }

  readonly #answer: Answer = (origins) => (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const failed = (error: unknown): void => sendProblem({ context: this.#deps }, { request, response }, error);
    if (this.hasProxy) return this.#serve({ request, response }, origins(), failed);
    const checked = isOfAnotherUser(request.socket).then((isOther) => {
      if (isOther) this.#refuseOtherUser({ request, response });
      else this.#serve({ request, response }, origins(), failed);
    });
    background(checked, failed);
  };

  /** The connection ends with it: nothing that is sent behind it costs anything. */
  #refuseOtherUser({ request, response }: Exchange): void {
    response.setHeader("connection", "close");
    const refusal = new Refusal(
      "not_allowed",
      "Another user of this machine runs this daemon; its page is for them alone.",
    );
    sendProblem({ context: this.#deps }, { request, response }, refusal);
  }

  #serve(exchange: Exchange, origins: readonly PageOrigin[], failed: (error: unknown) => void): void {
    const { request, response } = exchange;
    try {
      const isPage = !API.test(request.url ?? "");
      this.#origins.set(request, pageOriginFor(request, origins, { isPage }));
      if (isPage) {
        this.#admitReader(exchange);
        sendPageFile(this.#files, request, response);
      } else this.#api?.(request, response);
    } catch (error) {
      failed(error);
    }
  }
}
