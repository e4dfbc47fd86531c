import { EXPIRY_MARGIN_MS } from '../../model/expiry-margin.js'

/** An addition at every 64th session of a user also deletes expired ones. */
const SESSIONS_PER_SWEEP = 64

/*
 * Lua scripts for sessions in Redis, which Redis runs as one step. Each has one key, so that they run in a cluster.
 *
 * A session is in two places, in two slots: a pointer from the hash of its token to its user, and a field of the hash with all sessions of the
 * user. It is live while both are there. Ending it deletes both, so that a shard that loses its last writes brings no session back by itself.
 *
 * @see https://redis.io/docs/latest/develop/interact/programmability/lua-api/
 */
export const scripts = {
  getPointer: "return redis.call('GET', KEYS[1])",

  /** Arguments: the tag of the user, time to live in milliseconds. Returns 0 if the token is taken. */
  createPointer:
    "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 else return 0 end",

  /** Argument: time to live in milliseconds. Never shortens it. */
  extendPointer: `if redis.call('PTTL', KEYS[1]) >= tonumber(ARGV[1]) then return 1 end
return redis.call('PEXPIRE', KEYS[1], ARGV[1])`,

  deletePointer: "return redis.call('DEL', KEYS[1])",

  /** Arguments: the id, the value, time to live of the hash in milliseconds. Sometimes deletes fields that expired `EXPIRY_MARGIN_MS` ago. */
  addSession: `if redis.call('HLEN', KEYS[1]) % ${SESSIONS_PER_SWEEP} == ${SESSIONS_PER_SWEEP - 1} then
  local now = redis.call('TIME')[1] * 1000
  local all = redis.call('HGETALL', KEYS[1])
  for index = 1, #all, 2 do
    if tonumber(string.match(all[index + 1], '^%d+')) + ${EXPIRY_MARGIN_MS} < now then redis.call('HDEL', KEYS[1], all[index]) end
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 1`,

  getSession: "return redis.call('HGET', KEYS[1], ARGV[1])",

  /** Arguments: the id, the expected value, the new value, time to live in milliseconds. Does not restore a deleted session. */
  replaceSession: `if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[4]) then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
return 1`,

  /** Argument: the id. Returns the value; of several callers, one gets it. */
  deleteSession: `local value = redis.call('HGET', KEYS[1], ARGV[1])
if value then redis.call('HDEL', KEYS[1], ARGV[1]) end
return value`,

  listSessions: "return redis.call('HGETALL', KEYS[1])",

  /** Returns the ids. */
  deleteAllSessions: `local ids = redis.call('HKEYS', KEYS[1])
redis.call('DEL', KEYS[1])
return ids`,
} as const
