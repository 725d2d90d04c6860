#!/usr/bin/env node
// Stands in for `opencode serve`: answers slowly at first, wants its password, streams events, and does what paths tell it.
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

const password = process.env.OPENCODE_SERVER_PASSWORD ?? "";
const authorization = `Basic ${Buffer.from(`opencode:${password}`).toString("base64")}`;
let followers: ServerResponse[] = [];
let asked = 0;
let lookUps = 0;

const tell = (event: object): void => {
  for (const follower of followers) follower.write(`data: ${JSON.stringify(event)}\n\n`);
};

const server = createServer(async (request, response) => {
  asked += 1;
  const { method, url = "/" } = request;
  const body = await text(request);
  const answer = (status: number, said: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(said));
  };
  if (request.headers.authorization !== authorization || password.length < 32) return answer(401, "who are you?");
  // As the real one may while it boots: this request never gets an answer.
  if (url === "/global/health" && asked === 1) return;
  if (url === "/global/health") return answer(200, { healthy: true });
  if (url === "/event") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    followers = [...followers, response];
    tell({ type: "server.connected", properties: {} });
    return tell({ type: "server.heartbeat", properties: {} });
  }
  if (url.startsWith("/events/")) {
    for (let n = 0; n < Number(url.split("/")[2]); n++) tell({ type: "n", properties: { n } });
    return answer(204, null);
  }
  if (url === "/big") {
    tell({ type: "big", properties: { text: "ä".repeat(4_000_000) } });
    return answer(200, "told");
  }
  // A question, and then the call that it is about; `/message/slow` knows that only when it is asked again.
  if (url.startsWith("/question/")) {
    const messageID = url.split("/")[2];
    tell({
      type: "permission.asked",
      properties: { sessionID: "s 1", id: "per_1", permission: "bash", tool: { messageID, callID: "c1" } },
    });
    tell({ type: "after", properties: {} });
    return answer(204, null);
  }
  if (url.startsWith("/session/s%201/message/")) {
    lookUps += 1;
    const status = url.endsWith("slow") && lookUps === 1 ? "pending" : "running";
    const part = { type: "tool", callID: "c1", state: { status, input: { command: "ls", workdir: "/etc" } } };
    return url.endsWith("gone") ? answer(404, "gone") : answer(200, { parts: [{ type: "text" }, part] });
  }
  if (url === "/list") return answer(200, [{ info: { id: "a", text: "long" } }, { info: { id: "b" } }, {}]);
  if (url === "/break") return followers[0]?.destroy();
  if (url === "/die") {
    process.stderr.write("the database is locked\n");
    process.exit(3);
  }
  answer(200, { method, url, bytes: Buffer.byteLength(body), body: body.slice(0, 100) });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  process.stdout.write(`opencode server listening on http://127.0.0.1:${port}\n`);
});
