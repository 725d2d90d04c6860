// The handlers of all operations.
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { agentHandlers } from "./agents.ts";
import { attentionHandlers } from "./attention.ts";
import { blobHandlers } from "./blobs.ts";
import { callerHandlers } from "./callers.ts";
import { changeHandlers } from "./changes.ts";
import { channelHandlers } from "./channels.ts";
import { daemonHandlers } from "./daemon.ts";
import { deviceHandlers } from "./devices.ts";
import { diffHandlers } from "./diff.ts";
import { environmentHandlers } from "./environments.ts";
import { eventHandlers } from "./events.ts";
import { findHandlers } from "./find.ts";
import { importHandlers } from "./import.ts";
import { newSessionHandlers } from "./new-sessions.ts";
import { outlineHandlers } from "./outline.ts";
import { permissionHandlers } from "./permissions.ts";
import { placeHandlers } from "./places.ts";
import { policyHandlers } from "./policy.ts";
import { promptHandlers } from "./prompts.ts";
import { pushHandlers } from "./push.ts";
import { sessionHandlers } from "./sessions.ts";
import { settingHandlers } from "./settings.ts";
import { statsHandlers } from "./stats.ts";
import { trashHandlers } from "./trash.ts";
import { usageHandlers } from "./usage.ts";
import { verifyHandlers } from "./verify.ts";
import { webHandlers } from "./web.ts";

export const handlersOf = (context: DaemonContext): Handlers => ({
  ...daemonHandlers(context),
  ...callerHandlers(context),
  ...agentHandlers(context),
  ...sessionHandlers(context),
  ...changeHandlers(context),
  ...newSessionHandlers(context),
  ...settingHandlers,
  ...environmentHandlers(context),
  ...eventHandlers(context),
  ...channelHandlers(context),
  ...outlineHandlers(context),
  ...diffHandlers(context),
  ...findHandlers(context),
  ...placeHandlers(context),
  ...blobHandlers(context),
  ...promptHandlers(context),
  ...permissionHandlers(context),
  ...policyHandlers(context),
  ...attentionHandlers(context),
  ...pushHandlers(context),
  ...trashHandlers(context),
  ...importHandlers(context),
  ...verifyHandlers(context),
  ...statsHandlers(context),
  ...usageHandlers(context),
  ...webHandlers(context),
  ...deviceHandlers(context),
});
