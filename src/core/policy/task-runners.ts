// Programs that are given tasks, as many as there are words: `make build deploy` does both. A rule about one of them is about it wherever
// it stands.

const taskRunners: ReadonlySet<string> = new Set(
  [
    "make gmake bmake ninja just task go-task rake mage scons waf doit",
    "mvn mvnw mvnd gradle gradlew ant sbt lein phing",
    "invoke inv fab nox tox grunt gulp jake nx turbo moon fastlane",
  ].flatMap((line) => line.split(" ")),
);

/** `program` is a name without a directory. */
export const takesTasks = (program: string): boolean => taskRunners.has(program.replace(/\.(?:bat|cmd|exe)$/, ""));

/** What a word may call a task: `:app:publish`, `deploy:deploy@site` and `drop[now]` by their last parts, too, `./deploy` by its name, and each of `a,b`. */
export function tasksIn(word: string): string[] {
  const all = word.split(",").map((one) => one.replace(/^(?:\.\/+)+/, "").replace(/(?<=.)(?:@|\[).*$/s, ""));
  return [...new Set([word, ...all, ...all.map((one) => one.slice(one.lastIndexOf(":") + 1))])];
}
