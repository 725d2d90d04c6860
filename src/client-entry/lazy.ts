// `import { connect } from "skein/client/lazy"` in a browser: calls, streams and the list at once; what folds a log is loaded with the first view of a session.
export { ConnectionError, ProblemError, type Skein } from "../client/index.ts";
export { type ConnectOptions, connect } from "./connect-page.ts";
