// What stands behind a launcher is a program like any other: one that runs others, writes files, or starts another one.
import type { Attack } from "./attack.ts";

export const behindLaunchers: readonly Attack[] = [
  {
    about: "programs that run others, behind a launcher",
    allow: [
      ...["c8", "nyc", "cross-env", "dotenv", "env-cmd", "concurrently", "nodemon", "dotenvx", "shx"].map(
        (one) => `npx ${one} **`,
      ),
      ...["uv run bash **", "poetry run bash **", "npm exec env **", "npm exec -- c8 **", "uv run --with x env **"],
      ...["uv run npx **", "npx c8 npm test", "npx rimraf **", "npx shx rm **", "npx shx cat **", "uv run pytest **"],
    ],
    cases: {
      ask: [
        "npx c8 rm -rf /home/u",
        "npx nyc rm -rf x",
        "npx cross-env A=b rm -rf x",
        "npx dotenv -e x -- bash -c id",
        "npx env-cmd rm x",
        "npx concurrently 'rm -rf x'",
        "npx nodemon -x 'rm -rf x'",
        "npx dotenvx run -- rm -rf x",
        "npx shx rm -rf x/../../y",
        "npx shx chmod 777 x",
        "uv run bash -c 'rm -rf ~'",
        "poetry run bash x.sh",
        "npm exec env rm -rf x",
        "npm exec -- c8 rm -rf x",
        "uv run --with x env rm -rf y",
        "uv run npx evil",
        "npx rimraf /home/u",
        "npx rimraf ~/x",
        "npx rimraf .git",
        "npx rimraf ../x",
        "npx shx rm -rf /home/u",
        "npx shx rm .git/config",
      ],
      allow: [
        "npx c8 npm test",
        "npx rimraf dist",
        "npx shx rm -r dist",
        "npx shx cat /etc/hosts",
        "uv run pytest tests/test_a.py",
      ],
    },
  },
  {
    about: "programs in a container, which must be named",
    allow: [
      ...["docker exec db **", "docker run --rm alpine **", "kubectl exec pod **", "docker compose exec web **"],
      ...["docker compose exec api ls **", "docker exec -it cache ls **", "kubectl exec site -- ls **"],
      ...["rustup run stable **", "rustup run beta cargo **", "docker compose exec api sh **", "docker run --rm job"],
    ],
    cases: {
      ask: [
        "docker exec db psql -c 'drop table x'",
        "docker exec db sh -c id",
        "docker exec db -- sh",
        "docker run --rm alpine sh -c id",
        "docker run --rm alpine ls",
        "kubectl exec pod -- sh -c id",
        "kubectl exec pod -c x -- id",
        "docker compose exec web sh",
        "docker compose exec api sh -c id",
        "rustup run stable evil",
      ],
      allow: [
        "docker compose exec api ls -l",
        "docker exec -it cache ls",
        "kubectl exec site -- ls -l",
        "rustup run beta cargo test",
        "docker run --rm job",
      ],
    },
  },
];
