/*
 * What changes sessions in Redis, as Lua scripts, which Redis runs as one step. Each has one key, so that they run in a cluster.
 *
 * A session is in two places, in two slots: a pointer from the hash of its token to its user, and a field of the hash with all sessions of the
 * user. It is live while both are there. Ending it deletes both, so that a shard that loses its last writes brings no session back by itself.
 *
 * @see https://redis.io/docs/latest/develop/interact/programmability/lua-api/
 */
export const scripts = {
  get: "return redis.call('GET', KEYS[1])",

  /** Arguments: the user's name, milliseconds. Returns 0 where the token is taken. */
  point: "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 else return 0 end",

  /** Arguments: milliseconds. */
  keep: `if redis.call('PTTL', KEYS[1]) >= tonumber(ARGV[1]) then return 1 end
return redis.call('PEXPIRE', KEYS[1], ARGV[1])`,

  remove: "return redis.call('DEL', KEYS[1])",

  /**
   * Arguments: the id, the value, milliseconds that the hash must live. Now and then it deletes fields that expired more than
   * `EXPIRY_MARGIN_MS` ago.
   */
  add: `if redis.call('HLEN', KEYS[1]) % 64 == 63 then
  local now = redis.call('TIME')[1] * 1000
  local all = redis.call('HGETALL', KEYS[1])
  for index = 1, #all, 2 do
    if tonumber(string.match(all[index + 1], '^%d+')) + 86400000 < now then redis.call('HDEL', KEYS[1], all[index]) end
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 1`,

  read: "return redis.call('HGET', KEYS[1], ARGV[1])",

  /** Arguments: the id, the value that is expected, the new one, milliseconds. A session that has ended stays ended. */
  replace: `if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[4]) then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
return 1`,

  /** Argument: the id. Returns the value, to one of several callers. */
  take: `local value = redis.call('HGET', KEYS[1], ARGV[1])
if value then redis.call('HDEL', KEYS[1], ARGV[1]) end
return value`,

  list: "return redis.call('HGETALL', KEYS[1])",

  /** Returns the ids. */
  clear: `local ids = redis.call('HKEYS', KEYS[1])
redis.call('DEL', KEYS[1])
return ids`,
} as const
