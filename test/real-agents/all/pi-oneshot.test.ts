import { piOneshot } from "../agents/pi.ts";
import { describeRealAgent } from "../describe-real-agent.ts";

describeRealAgent(piOneshot);
