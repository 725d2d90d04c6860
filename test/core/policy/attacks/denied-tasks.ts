// Programs that are given several tasks, where one of these is denied.
import type { Attack } from "./attack.ts";

const runners = "make gmake mvn mvnw ./mvnw gradle ./gradlew just task rake invoke tox nx".split(" ");

export const deniedTasks: readonly Attack[] = [
  {
    about: "a denied task that is not the first",
    allow: runners.map((one) => `${one} **`),
    deny: [
      ...["make deploy", "mvn deploy", "gradle publish", "just deploy", "task deploy", "rake db:drop"],
      ...["invoke release", "tox -e live", "nx deploy", "make publish-*"],
    ],
    cases: {
      deny: [
        "make deploy",
        "make build deploy",
        "make -j 4 all deploy",
        "make -j4 a b c deploy",
        "make clean publish-site",
        "gmake clean deploy",
        "mvn clean deploy",
        "mvn -q clean deploy",
        "mvn deploy:deploy",
        "mvn clean org.apache.maven.plugins:maven-deploy-plugin:3.1:deploy",
        "mvn clean deploy:deploy@site",
        "./mvnw clean deploy",
        "gradle clean publish",
        "gradle :app:publish",
        "gradle clean :app:publ",
        "./gradlew clean publish",
        "./gradlew :app:publish",
        "just build deploy",
        "just build site::deploy",
        "task build deploy",
        "rake a db:drop",
        "rake a 'db:drop[now]'",
        "invoke build release",
        "tox -e live",
        "nx run app:deploy",
        "sudo make build deploy",
      ],
      allow: [
        "make build",
        "make deployment",
        "make build publish",
        "mvn clean verify",
        "gradle build",
        "./gradlew clean test",
        "just build",
        "rake db:migrate",
        "rake drop",
        "tox -e py312",
        "nx run app:build",
      ],
    },
  },
];
