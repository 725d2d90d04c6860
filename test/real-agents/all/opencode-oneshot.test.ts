import { opencodeOneshot } from "../agents/opencode.ts";
import { describeRealAgent } from "../describe-real-agent.ts";

describeRealAgent(opencodeOneshot);
