// Which addresses a phone can't reach.
import { expect, test } from "vitest";
import { isThisMachine, whyUnreachable } from "../../../src/daemon/web/unreachable.ts";

const interfaces = {
  lo: [{ address: "127.0.0.1" }],
  eth0: [{ address: "192.0.2.7" }, { address: "2001:db8::7" }],
  docker0: [{ address: "172.17.0.1" }],
  "br-5f3a9c2b1d0e": [{ address: "172.18.0.1" }],
  virbr0: [{ address: "192.168.122.1" }],
  tailscale0: [{ address: "100.64.0.7" }],
};

test.for(["172.17.0.1", "172.18.0.1", "192.168.122.1", "169.254.10.20", "fe80::1"])(
  "no phone reaches %s",
  (address) => {
    expect(whyUnreachable(address, interfaces)).toMatch(/other devices can't/);
  },
);

test.for(["192.0.2.7", "2001:db8::7", "100.64.0.7", "172.17.5.9", "desk.example.net"])(
  "a phone may reach %s",
  (address) => {
    expect(whyUnreachable(address, interfaces)).toBeNull();
  },
);

test.for([
  ["localhost", true],
  ["skein.localhost", true],
  ["127.0.0.5", true],
  ["[::1]", true],
  ["localhost.example.net", false],
  ["192.0.2.7", false],
] as const)("%s is this machine itself: %s", ([host, isIt]) => {
  expect(isThisMachine(host)).toBe(isIt);
});
