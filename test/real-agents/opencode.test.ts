import { opencode } from "./agents/opencode.ts";
import { describeRealAgent } from "./describe-real-agent.ts";

describeRealAgent(opencode);
