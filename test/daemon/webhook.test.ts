// The webhook's one POST, against servers on loopback.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { post } from "../../src/daemon/attention/post.ts";
import { isHere, lookupElsewhere } from "../../src/daemon/attention/send-post.ts";

async function server(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const made = createServer(answer);
  await new Promise<void>((resolve) => {
    made.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    made.closeAllConnections();
    made.close();
  });
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

test("[R-14] posts its JSON once", async () => {
  const heard: unknown[] = [];
  const url = await server(async (request, response) => {
    heard.push([request.method, request.url, request.headers["content-type"], await text(request)]);
    response.end("a long answer that nobody reads".repeat(100_000));
  });
  await post(`${url}/hook?x=1`, '{"text":"ä"}');
  expect(heard).toEqual([["POST", "/hook?x=1", "application/json", '{"text":"ä"}']]);
});

test("[R-14] follows no redirect, and takes it for a failure", async () => {
  const paths: unknown[] = [];
  const url = await server((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await expect(post(`${url}/secret`, "{}")).rejects.toThrow(/^127\.0\.0\.1:\d+: it answered 307$/);
  expect(paths).toEqual(["/secret"]);
});

test("[R-14] an answer that wants another protocol is a failure", async () => {
  const url = await server((_, response) => {
    response.writeHead(101, { connection: "Upgrade", upgrade: "x" });
    response.end();
  });
  await expect(post(`${url}/secret`, "{}")).rejects.toThrow(/^127\.0\.0\.1:\d+: it answered 101$/);
});

test("[R-14] says what failed without the path, which may be a secret", async () => {
  const url = await server((_, response) => void response.writeHead(500).end());
  await expect(post(`${url}/secret`, "{}")).rejects.toThrow(/^127\.0\.0\.1:\d+: it answered 500$/);
  const gone = await post("http://127.0.0.1:9/secret", "{}").catch((error) => String(error));
  expect(gone).not.toContain("secret");
});

test("[R-14] this machine is called when the address says so", async () => {
  const url = await server((_, response) => void response.end());
  const { port } = new URL(url);
  await post(`http://localhost:${port}/`, "{}");
  await post(`http://127.1:${port}/`, "{}");
});

describe("a host name", () => {
  const lookup = (addresses: string[], all: boolean, reach: "elsewhere" | "outside" = "elsewhere") =>
    new Promise((resolve) => {
      const found = addresses.map((address) => ({ address, family: 4 }));
      lookupElsewhere(reach, (_, __, give) => give(null, found))("hook.example", { all }, (error, ...rest) =>
        resolve(error ? error.code : rest),
      );
    });

  test("[R-14] that has an address of this machine among others is refused", async () => {
    expect(await lookup(["127.0.0.1"], false)).toBe("webhook_refused");
    expect(await lookup(["93.184.216.34", "169.254.169.254"], true)).toBe("webhook_refused");
  });

  test.for(["10.0.0.1", "172.20.1.1", "192.168.1.2", "100.64.0.9", "fd00::1", "::ffff:10.0.0.1"])(
    "[R-14] that is %s is no push service",
    async (address) => {
      expect(await lookup(["93.184.216.34", address], true, "outside")).toBe("push_refused");
    },
  );

  test("[R-14] is connected to at the address that was looked at", async () => {
    expect(await lookup(["93.184.216.34", "10.0.0.1"], false)).toEqual(["93.184.216.34", 4]);
    expect(await lookup(["10.0.0.1"], true)).toEqual([[{ address: "10.0.0.1", family: 4 }]]);
  });
});

test.for([
  "127.0.0.1",
  "127.9.9.9",
  "0.0.0.0",
  "169.254.169.254",
  "::1",
  "::",
  "fe80::1",
  "::ffff:127.0.0.1",
  "::ffff:169.254.169.254",
])("%s is this machine or its link", (address) => {
  expect(isHere(address)).toBe(true);
});

test.for(["192.168.1.2", "10.0.0.1", "93.184.216.34", "2606:2800:220:1::1", "::ffff:10.0.0.1"])(
  "%s is elsewhere",
  (address) => {
    expect(isHere(address)).toBe(false);
  },
);
