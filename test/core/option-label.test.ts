import { expect, test } from "vitest";
import { optionLabel } from "../../src/core/index.ts";

test.for([
  ["allow_once", "Allow once", "Allow once"],
  ["allow_once", "Yes", "Yes"],
  ["allow_once", "Deny", 'Allow once ("Deny")'],
  ["allow_once", "No, allow nothing", 'Allow once ("No, allow nothing")'],
  ["allow_once", "Yes, allow this time", "Yes, allow this time"],
  ["allow_once", "Continue without running it", 'Allow once ("Continue without running it")'],
  ["allow_once", "Run nothing", 'Allow once ("Run nothing")'],
  ["allow_once", "Go ahead", 'Allow once ("Go ahead")'],
  ["allow_always", "Allow from now on", "Allow from now on"],
  ["allow_always", "Always allow", 'Allow from now on ("Always allow")'],
  ["allow_always", "Allow once, do not remember", 'Allow from now on ("Allow once, do not remember")'],
  ["allow_always", "OK, never run this", 'Allow from now on ("OK, never run this")'],
  ["allow_always", "Always deny", 'Allow from now on ("Always deny")'],
  ["reject_once", "No, and say what to do instead", 'Deny ("No, and say what to do instead")'],
  ["reject_once", "No objections, go ahead", 'Deny ("No objections, go ahead")'],
  ["reject_once", "No problem", 'Deny ("No problem")'],
  ["reject_once", "Don't stop", 'Deny ("Don\'t stop")'],
  ["reject_once", "Don't allow", "Don't allow"],
  ["reject_once", "Allow once", 'Deny ("Allow once")'],
  ["reject_always", "Yes", 'Deny from now on ("Yes")'],
  ["reject_always", "No, only this time", 'Deny from now on ("No, only this time")'],
] as const)("[T-21] an option of kind %s that the agent calls %j is shown as %j", ([kind, label, shown]) => {
  expect(optionLabel({ kind, label })).toBe(shown);
});
