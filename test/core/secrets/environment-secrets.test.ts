import { expect, test } from "vitest";
import { environmentSecrets } from "../../../src/core/index.ts";
import { secretSamples } from "../../kit/secret-samples.ts";

const token = secretSamples.find(({ kind }) => kind === "GitHub token")?.secret ?? "";

test("variables of telling names have secrets, and so do values of a known shape; paths, words and switches are none", () => {
  const variables = {
    DEPLOY_PASSWORD: "Tr0ub4dor&3",
    GH: token,
    PWD: "/home/ada/api",
    SSH_AUTH_SOCK: "/tmp/ssh/agent.1",
    TOKEN_STORE: "/var/lib/tokens",
    USE_TOKEN: "true",
    HOME: "/home/ada",
    EDITOR: "vi",
    NO_VALUE: undefined,
    "odd name TOKEN": "Tr0ub4dor&4",
  };
  expect([...environmentSecrets(variables)]).toEqual([
    ["Tr0ub4dor&3", "value of $DEPLOY_PASSWORD"],
    [token, "value of $GH"],
  ]);
});
