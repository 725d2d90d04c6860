// Addresses that no phone can reach, whatever listens there.
import { isIP } from "node:net";
import type { NetworkInterfaceInfo } from "node:os";

export type Interfaces = Readonly<Record<string, readonly Pick<NetworkInterfaceInfo, "address">[] | undefined>>;

const LINK_LOCAL = /^(?:169\.254\.|fe[89ab][0-9a-f]:)/i;
/** Networks inside this machine: of containers and of virtual machines. */
const INSIDE = /^(?:docker|br-|veth|virbr|vnet|cni|flannel|cali|podman|lxc|lxd|vmnet|vboxnet|bridge1\d\d)/;
const SELF = /^(?:127\.|::1$|(?:.*\.)?localhost\.?$)/i;

export const isThisMachine = (host: string): boolean => SELF.test(bare(host));

/** Why it is unreachable from elsewhere; null if it may be reached. A name is what the person says it is. */
export function whyUnreachable(host: string, interfaces: Interfaces): string | null {
  const address = bare(host);
  if (isIP(address) === 0) return null;
  if (LINK_LOCAL.test(address)) return `${host} is valid on one cable only; other devices can't open it.`;
  const holders = Object.entries(interfaces).filter(([, held]) => held?.some((one) => one.address === address));
  const inside = holders.every(([name]) => INSIDE.test(name)) ? holders[0]?.[0] : undefined;
  return inside === undefined
    ? null
    : `${host} is a network inside this machine (${inside}), for containers or virtual machines; other devices can't reach it.`;
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, "").toLowerCase();
