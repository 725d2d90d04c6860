// Skein's API as typed calls, one for each route.
import { SessionCalls } from "./calls/session-calls.ts";

export type { ClientOptions } from "./wire.ts";

export class Client extends SessionCalls {}
