// View models: what a user interface shows, without any framework, so that the page and the terminal say the same.
export { sessionLabel } from "./session-label.ts";
