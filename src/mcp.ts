export type { Caller, Right } from './serve/caller.ts'
export { connectStdio, type StdioConnection, type StdioStreams } from './serve/mcp/connect-stdio.ts'
export { createMcp, type Mcp, type McpOptions } from './serve/mcp/create-mcp.ts'
