// What Skein asks of the system that it runs on, each thing in one place. It knows nothing of sessions, agents or homes.
export { absent, codeOf, failedPathOf, isCode, messageOf, unlessAbsent } from "./errors.ts";
