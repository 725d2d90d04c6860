import { copilotOneshot } from "../agents/copilot.ts";
import { describeRealAgent } from "../describe-real-agent.ts";

describeRealAgent(copilotOneshot);
