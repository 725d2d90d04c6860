// Checks a name that a person gives to a session, with errors about what they typed.
import { limits } from "../../client/index.ts";
import { looksLikeId } from "../../core/index.ts";
import { usageFailure } from "../failure.ts";

export function nameGiven(typed: string): string {
  const name = typed.trim();
  if (name === "") throw usageFailure("the name is empty", "give one, such as fix-login");
  if (/^[@-]/.test(name))
    throw usageFailure(`a name can't begin with ${name[0]}`, "it has another meaning there; omit it");
  if (/[/\\]/.test(name)) throw usageFailure("a name can't have / or \\ in it", "it would look like a path; omit it");
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    throw usageFailure("a name can't have line breaks or invisible characters", "leave them out");
  if (looksLikeId(name))
    throw usageFailure("a name can't look like a session's id", "choose a longer one, such as fix-login");
  const most = limits.nameCharacters;
  if (name.length > most)
    throw usageFailure(
      `a name can't be longer than ${most} characters`,
      `this one has ${name.length}; give a shorter one`,
    );
  return name;
}
