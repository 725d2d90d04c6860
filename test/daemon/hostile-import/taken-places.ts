// Files whose names and directories are not of this machine.
import { workspaceId } from "../../../src/workspace/index.ts";
import { event, said, start } from "./lines.ts";
import { inside, type TakenFile, taken } from "./taken-file.ts";

const names = [
  "--help",
  "-",
  "@last",
  "@",
  "a\nb",
  "a\u2028b",
  "a\u2029b",
  "a\u202eb",
  "a\u0000b",
  "",
  "   ",
  "a".repeat(65),
  "a".repeat(1e6),
];

export const places: readonly TakenFile[] = [
  ...names.map((name) =>
    taken(
      `the name ${JSON.stringify(name.slice(0, 20))} of ${name.length} characters`,
      ["name"],
      ({ here }) => [start(here, { name })],
      { row: () => ({ name: null }) },
    ),
  ),
  taken("a name that was given later and can't be one", ["name"], inside(event("renamed", { name: "--help" })), {
    row: () => ({ name: null }),
  }),
  taken("a name with blanks around it", [], ({ here }) => [start(here, { name: "  api  " })], {
    row: () => ({ name: "api" }),
  }),
  taken("a name that is taken", [], ({ here }) => [start(here, { name: "victim" })], {
    row: () => ({ name: "victim-2" }),
  }),
  taken("a title of a megabyte", [], inside(said("renamed", { name: "t".repeat(1e6) })), {
    row: () => ({ title: "t".repeat(80) }),
  }),
  taken(
    "the identity of a trusted directory",
    [],
    ({ here, trusted }) => [start(here, { workspace: { id: workspaceId(trusted), path: here } })],
    { row: ({ here }) => ({ workspace: { id: workspaceId(here), path: here } }) },
  ),
  taken(
    "a way that leads somewhere else",
    [],
    ({ here, trusted }) => [start(`${trusted}/../${here.split("/").at(-1)}/.`)],
    { row: ({ here }) => ({ workspace: { id: workspaceId(here), path: here } }) },
  ),
  taken("slashes at the end", [], ({ here }) => [start(`${here}///`)], {
    row: ({ here }) => ({ workspace: { id: workspaceId(here), path: here } }),
  }),
  taken("a directory that is not here", [], () => [start("/nowhere/at/all")], {
    row: () => ({ workspace: { id: workspaceId("/nowhere/at/all"), path: "/nowhere/at/all" } }),
    prompt: "is gone",
  }),
  taken("a file for a directory", [], () => [start("/etc/passwd")], { prompt: "is gone" }),
  taken("the root", [], () => [start("/")], { row: () => ({ workspace: { id: workspaceId("/"), path: "/" } }) }),
  taken("a directory that ends in a flag", [], () => [start("/--help")], { prompt: "is gone" }),
];
