// Recovery: from what is left of a database to a new, whole one. This function is the only way in.

export { recover } from "./recover.ts";
