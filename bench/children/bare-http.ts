// The least that can hold a follower: Node's own HTTP server with an answer that does not end.
import { createServer } from "node:http";

createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  response.write("{}\n");
}).listen(process.argv[2], () => console.log("ready"));
