// Recovery: builds a new database from what is left of a damaged one. This function is the only way in.

export { recover } from "./recover.ts";
