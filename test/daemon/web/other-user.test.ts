// Another user of this machine at the page's port is refused, whatever they know.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { unlessLinux, withoutRoot } from "../../kit/left-out.ts";
import { testDaemon } from "../../kit/test-daemon.ts";
import { signedIn } from "../../kit/web-guest.ts";

const NOBODY = 65_534;

const ASK = `
import sys, urllib.request, urllib.error
request = urllib.request.Request(sys.argv[1], headers=dict(zip(sys.argv[2::2], sys.argv[3::2])))
try: print(urllib.request.urlopen(request).status)
except urllib.error.HTTPError as error: print(error.code)
`;

/** Sends a prompt and is gone, ten times: before anybody can see who it was, or so it hopes. */
const SEND_AND_GO = `
import json, socket, struct, sys, uuid
port, path, headers = int(sys.argv[1]), sys.argv[2], sys.argv[3]
for n in range(10):
    one = socket.create_connection(("127.0.0.1", port))
    body = json.dumps({"id": str(uuid.uuid4()), "content": [{"type": "text", "text": "stolen"}]})
    one.sendall(f"POST {path} HTTP/1.1\\r\\n{headers}content-length: {len(body)}\\r\\n\\r\\n{body}".encode())
    if n % 2: one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.close()
`;

/** Until the other end closes. */
const SEND_AND_READ = `
import socket, sys
one = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
one.sendall(sys.argv[2].encode())
try:
    while piece := one.recv(65536): print(piece.decode())
except ConnectionResetError: pass
`;

const runAs = (uid: number, words: readonly string[]) =>
  promisify(execFile)("python3", words, { uid, cwd: "/", env: { PATH: "/usr/bin:/bin" } });

async function askAs(uid: number, url: string, headers: Record<string, string>): Promise<number> {
  const words = ["-c", ASK, url, ...Object.entries(headers).flat()];
  const { stdout } = await runAs(uid, words);
  return Number(stdout);
}

const isLeftOut = unlessLinux("connections of other users") || withoutRoot("acting as another user");

test.skipIf(isLeftOut)(
  "another user who hangs up at once, with a stolen cookie and its key, has sent nothing",
  async () => {
    const daemon = await testDaemon();
    const guest = await signedIn(daemon);
    const session = await daemon.newSession();
    const headers = {
      host: `127.0.0.1:${guest.port}`,
      origin: guest.origin,
      cookie: guest.cookie,
      "skein-key": guest.key,
    };
    const lines = Object.entries({ ...headers, "content-type": "application/json" }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const path = `/v1/sessions/${session}/prompts`;
    await runAs(NOBODY, ["-c", SEND_AND_GO, `${guest.port}`, path, lines.join("")]);
    const own = { content: [{ type: "text", text: "mine" }] };
    expect((await guest.ask(path, { method: "POST", body: own })).status).toBe(200);
    const { events } = await daemon.client.events(session, {});
    const sent = events.flatMap(({ type, data }) => (type === "prompt_queued" ? [JSON.stringify(data)] : []));
    expect(sent).toEqual([expect.stringContaining("mine")]);
  },
);

test.skipIf(isLeftOut)("a refusal of another user ends the connection, with all that was sent behind it", async () => {
  const daemon = await testDaemon();
  const { port } = await daemon.client.openWeb();
  const request = `GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`;
  const { stdout } = await runAs(NOBODY, ["-c", SEND_AND_READ, `${port}`, request.repeat(50)]);
  expect(stdout.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 403"]);
});

test.skipIf(isLeftOut)(
  "another user gets neither the page nor an answer, with a stolen cookie and its key, unless a proxy is declared",
  async () => {
    const daemon = await testDaemon();
    const guest = await signedIn(daemon);
    const stolen = { cookie: guest.cookie ?? "", "skein-key": guest.key ?? "" };
    const statuses = (uid: number): Promise<number[]> =>
      Promise.all(["/", "/v1/sessions"].map((path) => askAs(uid, `${guest.origin}${path}`, stolen)));
    expect(await statuses(0)).toEqual([200, 200]);
    expect(await statuses(NOBODY)).toEqual([403, 403]);
    await daemon.client.openWeb({ proxy: { origin: "https://skein.example.net" } });
    expect(await statuses(NOBODY)).toEqual([200, 200]);
  },
);
