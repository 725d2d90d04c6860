// Programs that run tasks, one for each word: `make build deploy` runs both. A rule about a task catches it at any position.

const taskRunners: ReadonlySet<string> = new Set(
  [
    "make gmake bmake ninja just task go-task rake mage scons waf doit",
    "mvn mvnw mvnd gradle gradlew ant sbt lein phing",
    "invoke inv fab nox tox grunt gulp jake nx turbo moon fastlane",
  ].flatMap((line) => line.split(" ")),
);

/** `program` is a name without a directory. */
export const takesTasks = (program: string): boolean => taskRunners.has(program.replace(/\.(?:bat|cmd|exe)$/, ""));

/** `CC=x`: most of them take it for a variable, also of the environment. */
export const setsVariable = (word: string): boolean => /^[^-].*=/s.test(word);

/**
 * The names that a word may mean: the last parts of `:app:publish`, `deploy:deploy@site` and `drop[now]`, the name of `./deploy`, and each of
 * `a,b`.
 */
export function tasksIn(word: string): string[] {
  const all = word.split(",").map((one) => one.replace(/^(?:\.\/+)+/, "").replace(/(?<=.)(?:@|\[).*$/s, ""));
  return [...new Set([word, ...all, ...all.map((one) => one.slice(one.lastIndexOf(":") + 1))])];
}
