// kubectl's names for kinds of resources: `pod`, `pods` and `po` are the same, and `pod/x` is `pod x`.
import { plain } from "./made-words.ts";
import type { Word } from "./shell/reading.ts";

const shortNames: Readonly<Record<string, string>> = {
  ...{ pod: "po", namespace: "ns", service: "svc", deployment: "deploy", node: "no", configmap: "cm" },
  ...{ statefulset: "sts", daemonset: "ds", replicaset: "rs", cronjob: "cj", serviceaccount: "sa", ingress: "ing" },
  ...{ persistentvolumeclaim: "pvc", persistentvolume: "pv", customresourcedefinition: "crd", secret: "", job: "" },
};

/** By each of its names. */
const kinds: ReadonlyMap<string, string> = new Map(
  Object.entries(shortNames).flatMap(([kind, short]) =>
    [kind, `${kind}s`, `${kind}es`, short, `${short}s`].filter((name) => name.length > 1).map((name) => [name, kind]),
  ),
);

/** `deployments.apps` is a deployment. */
const kindOf = (word: string): string | undefined => kinds.get(word.toLowerCase().replace(/\..*$/, ""));

/** Whether a word names a kind, perhaps among others. */
export function isSameKind(word: string, wanted: string): boolean {
  const kind = kindOf(wanted);
  return kind !== undefined && word.split(",").some((one) => kindOf(one) === kind);
}

/** `pod/x` as two words; null if the word has another form. */
export function kindAndName(text: string): readonly [string, string] | null {
  const [kind = "", name, ...more] = text.split("/");
  return name !== undefined && more.length === 0 && kindOf(kind) !== undefined ? [kind, name] : null;
}

export const splitKinds = (words: readonly Word[]): Word[] =>
  words.flatMap((word) => kindAndName(word.text)?.map(plain) ?? [word]);
