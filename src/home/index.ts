// The readers of config.toml and of policy files are separate entry points (config.ts, policy-file.ts): the command line starts without
// loading them.
export type { Config } from "./config/schema.ts";
export type { LinesTool, OneshotTool, OutputFormat, ToolConfig } from "./config/tools.ts";
export type { CommandLine } from "./config/values.ts";
export { daemonArguments } from "./daemon-command.ts";
export {
  type FileIdentity,
  identityOfFile,
  isSameFile,
  placeOfNewFile,
  replaceFileKnowingItself,
} from "./file-identity.ts";
export { homeRisk, type Mount, mountOf, mountRisk, mountUnder } from "./file-system.ts";
export { homeMark } from "./home-mark.ts";
export type { JsonPath } from "./json-path.ts";
export { makeDirectory } from "./make-directory.ts";
export { type Paths, pathsOf } from "./paths.ts";
export {
  copyRegularFile,
  FileRefused,
  openOwnHandle,
  openRegularFile,
  openRegularHandle,
  readRegularFile,
  readTextOrNull,
} from "./regular-file.ts";
export { runMarkersIn } from "./run-markers.ts";
export { readThreadProgram } from "./thread-program.ts";
export { distrustHome } from "./trusted-home.ts";
export { type Distrust, distrustDirectory, isTrustedOwner } from "./trusted-path.ts";
export { distrustSocket, distrustSocketDirectory } from "./trusted-socket.ts";
export { VERSION } from "./version.ts";
