// The fold of a session's state, apart from the rest: nothing has to be folded before the first event comes.
export { reduce } from "../core/index.ts";
