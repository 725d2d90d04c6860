import { expect, test } from "vitest";
import { optionLabel } from "../../src/core/index.ts";

test.for([
  ["allow_once", "Allow once", "Allow once"],
  ["allow_once", "Yes", "Yes"],
  ["allow_once", "Deny", 'Allow once ("Deny")'],
  ["allow_once", "No, allow nothing", 'Allow once ("No, allow nothing")'],
  ["allow_once", "Go ahead", 'Allow once ("Go ahead")'],
  ["allow_always", "Always allow", "Always allow"],
  ["allow_always", "Always deny", 'Allow always ("Always deny")'],
  ["reject_once", "No, and say what to do instead", "No, and say what to do instead"],
  ["reject_once", "Don't allow", "Don't allow"],
  ["reject_once", "Allow once", 'Deny ("Allow once")'],
  ["reject_always", "Yes", 'Always deny ("Yes")'],
] as const)("[T-21] an option of kind %s that the agent calls %j is shown as %j", ([kind, label, shown]) => {
  expect(optionLabel({ kind, label })).toBe(shown);
});
