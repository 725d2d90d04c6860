// Agents that speak ACP: the driver, and the programs that it knows by name.
export type { AcpAgent } from "./agent.ts";
export { copilot } from "./copilot.ts";
export { createAcpDriver } from "./driver.ts";
export { gemini } from "./gemini.ts";
export { opencode } from "./opencode.ts";
