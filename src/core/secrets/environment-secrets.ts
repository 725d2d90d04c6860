// The secrets among variables of an environment: a program may print their values without their names.
import { findSecrets } from "./find-secrets.ts";
import { looksSecret } from "./looks-secret.ts";
import { isKeyLike } from "./named-values.ts";

/** Each with its kind, for `maskSession`. */
export function environmentSecrets(variables: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const secrets = new Map<string, string>();
  for (const [name, value = ""] of Object.entries(variables)) {
    if (!/^\w{1,80}$/.test(name)) continue;
    const [found] = findSecrets(value);
    const isAll = found?.from === 0 && found.to === value.length;
    if (isAll || (isKeyLike(name) && looksSecret(value, "variable"))) secrets.set(value, `value of $${name}`);
  }
  return secrets;
}
