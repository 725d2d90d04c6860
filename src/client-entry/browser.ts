// `import { connect } from "skein/client"` in a browser.
export { ConnectionError, ProblemError, type Skein } from "../client/index.ts";
export { understand } from "../core/index.ts";
export { type ConnectOptions, connect } from "./connect-page.ts";
