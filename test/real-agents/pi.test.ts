import { pi } from "./agents/pi.ts";
import { describeRealAgent } from "./describe-real-agent.ts";

describeRealAgent(pi);
