// A name that a person gives a session. What can't be one is said in the words of who typed it.
import { usageFailure } from "../failure.ts";

const MOST = 64;

export function nameGiven(typed: string): string {
  const name = typed.trim();
  if (name === "") throw usageFailure("the name is empty", "give one, such as fix-login");
  if (/^[@-]/.test(name))
    throw usageFailure(`a name can't begin with ${name[0]}`, "it would be taken for something else; leave that out");
  if (/\p{C}/u.test(name))
    throw usageFailure("a name can't have line breaks or invisible characters", "leave them out");
  if (name.length > MOST)
    throw usageFailure(
      `a name can't be longer than ${MOST} characters`,
      `this one has ${name.length}; give a shorter one`,
    );
  return name;
}
