// What a person must be able to trust to the last character: nothing is taken out, and nothing stays invisible.
export { visibleText as exactText } from "../../core/index.ts";
