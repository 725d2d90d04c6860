// What the doctor says of the page.
import { expect, test } from "vitest";
import { webFindings } from "../../../src/cli/doctor/web.ts";

const closed = { isOpen: false, addresses: [], devices: 2, problem: null };
const local = { url: "http://127.0.0.1:20000/", reach: "machine", via: "loopback" } as const;
const reached = { url: "https://desk.example.net/", reach: "network", via: "proxy" } as const;

test.for([
  ["a daemon of another version", null, []],
  ["closed", closed, ["ok", "closed: browsers can't reach the daemon", undefined]],
  [
    "closed against its person's will",
    { ...closed, problem: "Another program listens on port 20000." },
    ["warning", "closed: Another program listens on port 20000.", "open it again: skein web"],
  ],
  [
    "open here, and not where it should be, too",
    { ...closed, isOpen: true, addresses: [local], problem: "This machine has no address 192.0.2.1 now." },
    [
      "warning",
      "open here, but not everywhere: This machine has no address 192.0.2.1 now.",
      "open it again: skein web",
    ],
  ],
  [
    "open here",
    { ...closed, isOpen: true, addresses: [local] },
    ["ok", "open to this machine only: http://127.0.0.1:20000/; 2 devices signed in", undefined],
  ],
  [
    "open to others",
    { ...closed, isOpen: true, addresses: [local, reached], devices: 1 },
    [
      "ok",
      "open to other machines, too: http://127.0.0.1:20000/, https://desk.example.net/; 1 device signed in",
      undefined,
    ],
  ],
] as const)("%s", ([, status, told]) => {
  const findings = webFindings(status === null ? null : { ...status, addresses: [...status.addresses] });
  expect(findings.flatMap(({ state, text, fix }) => [state, text, fix])).toEqual(told);
});
