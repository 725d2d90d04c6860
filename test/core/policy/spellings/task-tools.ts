// Tasks of build tools.
import type { Caught } from "./caught.ts";

export const taskTools: readonly Caught[] = [
  {
    rule: "bundle exec rake release",
    caught: ["bundle exec rake release", "bundle exec rake build release"],
    others: ["bundle exec rake build"],
  },
  {
    rule: "rake release",
    caught: [
      "rake release",
      "bundle exec rake release",
      "bin/rake release",
      "bundle ex rake release",
      "rake build release",
    ],
    others: [],
  },
  {
    rule: "mvn deploy",
    caught: [
      "mvn deploy",
      "mvn -B clean deploy",
      "./mvnw deploy",
      "mvn -pl x deploy",
      "mvn deploy -DskipTests",
      "mvnd deploy",
      "mvn -f x deploy",
      "mvn -s settings.xml clean deploy",
    ],
    others: ["mvn test"],
  },
  {
    rule: "gradle publish",
    caught: [
      "gradle publish",
      "./gradlew publish",
      "./gradlew :a:publish",
      "gradlew.bat publish",
      "gradle -q publish",
      "sh gradlew publish",
      "bash ./gradlew publish",
      "./gradlew clean build publish",
    ],
    others: ["gradle build"],
  },
  {
    rule: "make deploy",
    caught: [
      "make -f x deploy",
      "make DEPLOY=1 deploy",
      "make -j deploy",
      "make --no-print-directory deploy",
      "make -Cx deploy",
      "make deploy -j4",
    ],
    others: ["make build"],
  },
  {
    rule: "just deploy",
    caught: [
      "just deploy",
      "just -f x deploy",
      "just --justfile x deploy",
      "just a=b deploy",
      "just build deploy",
      "just deploy prod",
      "just --set a b deploy",
      "just -d . -f x deploy",
      "just mod::deploy",
      "just mod deploy",
    ],
    others: ["just build"],
  },
  {
    rule: "task deploy",
    caught: ["task deploy", "task -t x deploy", "task a deploy", "task prod:deploy", "go-task deploy"],
    others: ["task build"],
  },
  {
    rule: "npm run deploy:*",
    caught: ["npm run deploy:prod", "npm run-script deploy:x", "npm run -s deploy:x", "npm --prefix x run deploy:prod"],
    others: ["npm run deploy"],
  },
];
