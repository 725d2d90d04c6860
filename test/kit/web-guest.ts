// A device at the page's address: it signs in with a code, and keeps its cookie and key like a browser.
import { type RawAnswer, rawRequest, rawStream } from "./raw-request.ts";
import type { TestDaemon } from "./test-daemon.ts";

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object | string;
}

export class WebGuest {
  readonly port: number;
  cookie: string | null = null;
  key: string | null = null;
  /** What it says of itself. */
  userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  constructor(port: number) {
    this.port = port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  #headers(more: Record<string, string>): Record<string, string> {
    const cookie = this.cookie === null ? {} : { cookie: this.cookie };
    const key = this.key === null ? {} : { "skein-key": this.key };
    return { "user-agent": this.userAgent, origin: this.origin, ...cookie, ...key, ...more };
  }

  async ask(path: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<RawAnswer> {
    const text = typeof body === "object" ? JSON.stringify({ id: crypto.randomUUID(), ...body }) : body;
    const type = typeof body === "object" ? { "content-type": "application/json" } : {};
    const length = text === undefined ? {} : { "content-length": `${Buffer.byteLength(text)}` };
    return rawRequest({
      ...{ port: this.port, method, path },
      headers: this.#headers({ ...type, ...length, ...headers }),
      ...(text === undefined ? {} : { body: text }),
    });
  }

  follow(path: string) {
    return rawStream({ port: this.port, path, headers: this.#headers({ accept: "application/x-ndjson" }) });
  }

  async signIn(code: string): Promise<RawAnswer> {
    const answer = await this.ask("/v1/sign-in", { method: "POST", body: { code } });
    const [cookie] = [answer.headers["set-cookie"] ?? []].flat();
    if (cookie !== undefined) this.cookie = cookie.split(";")[0] ?? null;
    this.key = JSON.parse(answer.body).key ?? this.key;
    return answer;
  }
}

export const codeIn = (url: string): string => new URL(url).hash.replace("#code=", "");

/** The page is open, and this device is signed in to it. */
export async function signedIn(daemon: TestDaemon): Promise<WebGuest> {
  const { url, port } = await daemon.client.openWeb();
  const guest = new WebGuest(port);
  const { status, body } = await guest.signIn(codeIn(url));
  if (status !== 201) throw new Error(`the device could not sign in: ${status} ${body}`);
  return guest;
}
