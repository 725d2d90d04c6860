// What a daemon says it can do, and what it does.
import { expect, test } from "vitest";
import { featureNames, type Operation, type OperationName, operations, routes } from "../../src/protocol/index.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { testDaemon } from "../kit/test-daemon.ts";

test("`GET /v1` names what the daemon can do: the routes of these features are there, and no others", async () => {
  const daemon = await testDaemon();
  const { features } = await daemon.client.server();
  // A log in memory can't be backed up.
  expect(features).toEqual(featureNames.filter((name) => name !== "backups"));
  // A daemon that was told to end answers no more; and a body that is missing is refused before anything is looked at.
  const asked = (Object.keys(routes) as OperationName[]).filter((name) => name !== "drain" && name !== "backup");
  const there = await Promise.all(
    asked.map(async (name) => {
      const { method, path } = routes[name];
      const { status, body } = await rawRequest({
        socketPath: daemon.paths.socket,
        // What never ends is asked for its headers.
        method: ["changes", "channel"].includes(name) ? "HEAD" : method,
        path: path.replace(/:\w+/g, "nothing"),
        headers: { accept: "application/json" },
      });
      return status === 404 && JSON.parse(body).code === "route_not_found" ? [] : [name];
    }),
  );
  const promised = asked.filter((name) => {
    const { feature }: Operation = operations[name];
    return feature === undefined || features.includes(feature);
  });
  expect(there.flat()).toEqual(promised);
});

test("every feature has a route", () => {
  const used = new Set(Object.values<Operation>(operations).map(({ feature }) => feature));
  expect(featureNames.filter((name) => !used.has(name))).toEqual([]);
});
