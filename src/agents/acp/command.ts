// Commands in the input of a tool, as every driver reads them.
export { commandIn, isLabel, isUsualDirectory, type SaidCommand } from "../said-command.ts";
