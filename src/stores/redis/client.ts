/**
 * The methods of a Redis client that the store uses. A client, cluster or sentinel of `redis` (node-redis) can be used directly.
 *
 * @see https://redis.io/docs/latest/commands/eval/
 */
export interface RedisClient {
  /** Runs a Lua script with its keys and arguments. Rejects if the server refuses it. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  /** The options of the client. If they are those of `redis` or `ioredis`, the log shows their host. */
  readonly options?: unknown
}
