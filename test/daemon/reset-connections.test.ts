// Clients that break off a connection at an odd moment, at the socket and at the page's port: the daemon goes on.
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const requests = {
  "a CONNECT": "CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n",
  "an upgrade": "GET /v1/changes HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  "half a body": "POST /v1/sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
  "half a header": "GET /v1 HTTP/1.1\r\nho",
};

test.for(Object.entries(requests))(
  "a client that resets its connection after %s ends nothing but that",
  async ([, text]) => {
    const daemon = await testDaemon();
    const { port } = await daemon.client.openWeb();
    const failures: unknown[] = [];
    const fail = (error: unknown): void => void failures.push(error);
    process.on("uncaughtExceptionMonitor", fail);
    onTestFinished(() => void process.off("uncaughtExceptionMonitor", fail));
    for (const open of [() => connect(port, "127.0.0.1"), () => connect(daemon.paths.socket)]) {
      const socket: Socket = open();
      let isOver = false;
      socket
        .on("error", () => {})
        .on("close", () => {
          isOver = true;
        });
      // Nothing is read: what the daemon says lies unread when the connection is cut.
      socket.pause();
      socket.write(text, () => (socket.remotePort === undefined ? socket.destroy() : socket.resetAndDestroy()));
      await until("it is cut", () => isOver);
    }
    await daemon.client.sessions();
    expect(failures).toEqual([]);
  },
);
