export { type Config, ConfigError, defaultConfig, parseConfig, readConfig } from "./config.ts";
export type { CommandLine } from "./config-attention.ts";
export { daemonArguments } from "./daemon-command.ts";
export { type Paths, pathsOf } from "./paths.ts";
export { appendRule, PolicyError, policyFileOf, readPolicy } from "./policy-file.ts";
export { parsePolicy } from "./policy-text.ts";
export { VERSION } from "./version.ts";
