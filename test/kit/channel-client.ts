// The client library over one channel, as the page uses it, in Node.
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { Skein, type Transport } from "../../src/client/index.ts";
import { Channel } from "../../src/web/sync/lanes/channel.ts";
import { laneTransport } from "../../src/web/sync/lanes/lane-transport.ts";

export interface ChannelClient {
  readonly skein: Skein;
  readonly channel: Channel;
  /** The requests that were sent, each as "GET /v1". */
  readonly requests: string[];
  /** The announced times of the next attempt. */
  readonly nextTries: (number | null)[];
  isHeldBack: boolean;
}

/** `haste`: how many times faster its time passes. */
export function openChannelClient(transport: Transport, { haste = 1 } = {}): ChannelClient {
  const requests: string[] = [];
  const nextTries: (number | null)[] = [];
  const recorded: Transport = (request) => {
    requests.push(`${request.method} ${request.path}`);
    return transport(request);
  };
  const channel = new Channel({
    transport: recorded,
    later(ms, action) {
      const timer = setTimeout(action, ms / haste);
      return () => clearTimeout(timer);
    },
    nowMs: () => performance.now() * haste,
    newId: randomUUID,
    onNextTry: (atMs) => void nextTries.push(atMs),
    onStreamDelayed: () => {
      client.isHeldBack = true;
    },
  });
  const openLane = channel.open.bind(channel);
  const skein = new Skein({ transport: laneTransport(openLane, recorded, () => client.isHeldBack), name: "page" });
  const client: ChannelClient = { skein, channel, requests, nextTries, isHeldBack: false };
  onTestFinished(() => channel.wake());
  return client;
}
