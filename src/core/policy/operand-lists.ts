// Commands with a list of operands of one kind: `npm install a b`. A rule about one operand catches it at any position in the list.
import { endsOf } from "./launchers.ts";

const all = (program: string, subcommands: string): string[] =>
  subcommands.split(" ").map((one) => `${program} ${one.replaceAll("+", " ")}`);

const packages = "install add remove uninstall update upgrade";
const containers = "rm stop start restart kill rmi pull push volume+rm network+rm image+rm container+rm";

const withLists: readonly string[] = [
  ..."cat head tail less more bat ls rm cp mv touch unlink source chmod chown dd kill pkill killall dropdb".split(" "),
  ...["npm", "pnpm", "yarn", "bun", "pip", "gem", "cargo", "brew", "apt", "dnf", "uv", "composer"].flatMap((program) =>
    all(program, packages),
  ),
  ...all("apt", "purge"),
  ...all("composer", "require"),
  ...all("go", "get install"),
  ...all("uv", "pip+install pip+uninstall"),
  ...["docker", "podman"].flatMap((program) => all(program, containers)),
  ...all("docker compose", "up down stop start restart rm kill pull push"),
  ...all("systemctl", "start stop restart reload enable disable mask kill"),
  ...all("git", "add rm restore branch tag merge"),
  ...all("kubectl", "delete+pod delete+namespace delete+deployment delete+service"),
];

const alternatives: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  withLists.map((one) => one.split(" ")),
  ([program = ""]) => program,
);

/** The word of a rule from which on the order does not matter. */
export function listBegins(program: string, words: readonly string[]): number {
  const names = [program, ...words.slice(1)];
  const found = (alternatives.get(program) ?? []).filter((alternative) => endsOf(alternative, names).length > 0);
  return Math.min(...found.map((alternative) => alternative.length), Number.POSITIVE_INFINITY);
}
