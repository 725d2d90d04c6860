// Connections that are kept after their answer: whoever closes the page or ends the daemon does not wait for them.
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isOpensslThere, selfSigned } from "../kit/certificate.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const CONNECT = "CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n";

/** Resolves when the daemon has said something; the client never ends the connection. */
async function held(socket: Socket, text: string): Promise<Socket> {
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket
    .on("error", () => {})
    .on("data", (chunk) => {
      heard += chunk;
    });
  socket.write(text);
  await until("an answer", () => heard.startsWith("HTTP/1.1 "));
  return socket;
}

const half = (port: number): Socket => connect({ port, host: "127.0.0.1", allowHalfOpen: true });

test("the page closes although somebody keeps the connection of a CONNECT", async () => {
  const daemon = await testDaemon();
  const { port } = await daemon.client.openWeb();
  await held(half(port), CONNECT);
  await daemon.client.closeWeb();
  expect(await daemon.client.webStatus()).toMatchObject({ isOpen: false });
});

test("the daemon ends although somebody keeps the connection of a CONNECT to its socket", async () => {
  const daemon = await testDaemon();
  await held(connect({ path: daemon.paths.socket, allowHalfOpen: true }), CONNECT);
  await daemon.stop();
  await daemon.start();
  expect(await daemon.client.sessions()).toEqual([]);
});

test.skipIf(process.platform !== "linux" || !isOpensslThere())(
  "the page closes at once although somebody never begins to speak TLS",
  async () => {
    const daemon = await testDaemon();
    const { port } = await daemon.client.openWeb({ network: { host: "127.0.0.2", ...selfSigned("127.0.0.2") } });
    const silent = connect(port, "127.0.0.2").on("error", () => {});
    onTestFinished(() => void silent.destroy());
    await until("the connection", () => !silent.connecting);
    let isCut = false;
    silent.resume().on("close", () => {
      isCut = true;
    });
    await daemon.client.closeWeb();
    await until("the silent connection to be cut", () => isCut);
  },
);
