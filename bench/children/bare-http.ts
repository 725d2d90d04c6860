// A baseline for followers: Node's own HTTP server with a response that does not end.
import { createServer } from "node:http";

createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  response.write("{}\n");
}).listen(process.argv[2], () => console.log("ready"));
