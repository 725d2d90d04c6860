import { deviceList } from "../schemas/web.ts";
import { operation } from "./operation.ts";

export const devices = operation({
  method: "GET",
  path: "/v1/devices",
  summary: "The devices that are signed in; last seen first.",
  about: "person",
  feature: "web",
  access: "read",
  peopleOnly: "list devices",
  repeat: "harmless",
  answer: deviceList,
});
