import { geminiOneshot } from "../agents/gemini.ts";
import { describeRealAgent } from "../describe-real-agent.ts";

describeRealAgent(geminiOneshot);
