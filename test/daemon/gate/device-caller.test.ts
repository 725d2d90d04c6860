// Who calls over TCP with the token of a device, from what the system tells of connections and processes.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { deviceCallersIn, type TcpLook } from "../../../src/daemon/gate/device-caller.ts";
import { type TcpEnds, tcpEnd, tcpTableIn } from "../../../src/system/index.ts";
import { unlessLinux } from "../../kit/left-out.ts";
import { until } from "../../kit/until.ts";

const socket = (facts: object): Socket =>
  ({
    ...{
      localAddress: "127.0.0.1",
      localPort: 20_000,
      remoteAddress: "127.0.0.1",
      remotePort: 40_000,
      destroyed: false,
    },
    ...facts,
  }) as Socket;

const end = (address: string, port: number): string => tcpEnd(address, port) ?? "";
const other = { local: end("127.0.0.1", 40_000), peer: end("127.0.0.1", 20_000), inode: "7", uid: 1000 };
const process = (facts: object) => ({
  ...{ pid: 10, parent: 1, session: 10, run: null, within: false, terminal: null, state: "S", startedAt: "1" },
  ...facts,
});

type Row = TcpEnds & { readonly inode: string; readonly uid: number };

interface Surroundings {
  readonly isProxyDeclared?: boolean;
  readonly connections?: readonly Row[] | null;
  readonly holders?: object;
  readonly processes?: readonly object[];
  readonly closed?: readonly number[];
}

/** As the system prints it. */
const printed = (rows: readonly Row[]): string =>
  rows
    .map(
      ({ local, peer, uid, inode }, n) =>
        `   ${n}: ${local} ${peer} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 x\n`,
    )
    .join("");

function callerOf({ isProxyDeclared = false, connections = [other], ...look }: Surroundings, facts: object = {}) {
  const seen = {
    ...{
      connections: connections && tcpTableIn(["  sl  local_address\n", printed(connections)]),
      holders: new Map([["7", new Set([10])]]),
      processes: [process({})],
    },
    ...{ closed: [], uid: 1000, ...look },
  };
  const options = { isProxyDeclared: () => isProxyDeclared, look: async () => seen as unknown as TcpLook };
  return deviceCallersIn("/home", options)(socket(facts));
}

const mapped = (one: string): string => `0000000000000000FFFF0000${one}`;
const strangers = [{ ...other, uid: 1001 }];
const six = { local: end("::1", 40_000), peer: end("::1", 20_000), inode: "7", uid: 1000 };

test.for([
  ["a program of the person's", {}, {}, { kind: "person" }],
  ["a run's own process", { processes: [process({ run: "r1" })] }, {}, { kind: "agent", run: "r1" }],
  [
    "something that a run started, without its mark",
    { processes: [process({ pid: 9, run: "r1" }), process({ parent: 9 })] },
    {},
    { kind: "agent", run: "r1" },
  ],
  ["a connection that nobody holds", { holders: new Map() }, {}, { kind: "hidden" }],
  ["sshd, which nobody can look into", { holders: new Map(), closed: [10] }, {}, { kind: "person" }],
  [
    "an agent that nobody can look into",
    { holders: new Map(), closed: [10], processes: [process({ pid: 9, run: "r1" }), process({ parent: 9 })] },
    {},
    { kind: "hidden" },
  ],
  ["a holder that has gone", { processes: [] }, {}, { kind: "hidden" }],
  ["another user of the machine", { connections: strangers }, {}, { kind: "hidden" }],
  ["a declared proxy of another user", { connections: strangers, isProxyDeclared: true }, {}, { kind: "person" }],
  [
    "a run's own process, by IPv6",
    { connections: [six], processes: [process({ run: "r1" })] },
    { localAddress: "::1", remoteAddress: "::1" },
    { kind: "agent", run: "r1" },
  ],
  [
    "somebody who has gone, by IPv6",
    { connections: [] },
    { localAddress: "::1", remoteAddress: "::1" },
    { kind: "hidden" },
  ],
  [
    "another machine, by IPv6",
    { connections: [] },
    { localAddress: "2001:db8::1", remoteAddress: "2001:db8::2" },
    { kind: "person" },
  ],
  ["somebody who has gone", { connections: [] }, {}, { kind: "hidden" }],
  ["somebody who left the connection behind", { connections: [{ ...other, inode: "0" }] }, {}, { kind: "hidden" }],
  ["somebody who hung up", {}, { destroyed: true }, { kind: "hidden" }],
  [
    "somebody who reset the connection, which has no addresses any more",
    {},
    { localAddress: undefined, localPort: undefined, remoteAddress: undefined, remotePort: undefined },
    { kind: "hidden" },
  ],
  [
    "a program of the person's on a socket for both kinds of addresses",
    { connections: [{ ...other, local: mapped(other.local), peer: mapped(other.peer) }] },
    { localAddress: "::ffff:127.0.0.1", remoteAddress: "::ffff:127.0.0.1" },
    { kind: "person" },
  ],
  ["another machine", { connections: [] }, { remoteAddress: "192.0.2.9" }, { kind: "person" }],
  [
    "this machine, by another address of its",
    { connections: [] },
    { localAddress: "192.0.2.9", remoteAddress: "192.0.2.9" },
    { kind: "hidden" },
  ],
  ["anybody, where the system does not tell", { connections: null }, {}, { kind: "person" }],
] as const)("%s", async ([, look, facts, caller]) => {
  expect(await callerOf(look, facts)).toEqual(caller);
});

test("addresses are written as the system writes them", () => {
  expect(tcpEnd("127.0.0.1", 8080)).toBe("0100007F:1F90");
  expect(tcpEnd("::ffff:10.0.0.1", 1)).toBe("0100000A:0001");
  expect(tcpEnd("::1", 1)).toBe("00000000000000000000000001000000:0001");
  expect(tcpEnd("fe80::1:2%eth0", 80)).toBe("000080FE000000000000000002000100:0050");
  expect([tcpEnd("example.net", 1), tcpEnd("1.2.3.400", 1)]).toEqual([null, null]);
});

test.skipIf(unlessLinux("finding who calls over TCP")).for(["127.0.0.1", "::1"])(
  "this process is found at the other end, by %s",
  async (address) => {
    const server = createServer();
    const accepted: Socket[] = [];
    server.on("connection", (one) => void accepted.push(one));
    await new Promise<void>((resolve) => server.listen(0, "::", resolve));
    const client = connect((server.address() as AddressInfo).port, address);
    onTestFinished(() => {
      client.destroy();
      for (const one of accepted) one.destroy();
      server.close();
    });
    const [peer] = await until("the connection", () => accepted.length > 0 && accepted);
    expect(await deviceCallersIn("/home")(peer as Socket)).toEqual({ kind: "person" });
    client.destroy();
    await until("it to be gone", async () => (await deviceCallersIn("/home")(peer as Socket)).kind === "hidden");
  },
);
