import { EXPIRY_MARGIN_MS } from '../../model/expiry-margin.js'

/** Sessions of a user that an addition looks at, to delete the expired ones. A user may have very many: no script reads them all. */
const SESSIONS_PER_SWEEP = 32

/** Sessions of a user that one script returns or deletes. */
const SESSIONS_PER_PAGE = 500

/*
 * Lua scripts for sessions in Redis, which Redis runs as one step. Each has one key, so that they run in a
 * cluster.
 *
 * A session consists of two entries in two slots. One is a pointer from the hash of its token to its user.
 * The other is a field in a hash with all sessions of the user. The session is live while both exist, and
 * ending it deletes both. So a shard that loses its last writes cannot restore a session by itself.
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

  /** Arguments: the id, the value, time to live of the hash in milliseconds. Deletes some that expired `EXPIRY_MARGIN_MS` ago, from a random place. */
  addSession: `local time = redis.call('TIME')
local now = time[1] * 1000
local some = redis.call('HSCAN', KEYS[1], time[2], 'COUNT', ${SESSIONS_PER_SWEEP})[2]
for index = 1, #some, 2 do
  if tonumber(string.match(some[index + 1], '^%d+')) + ${EXPIRY_MARGIN_MS} < now then redis.call('HDEL', KEYS[1], some[index]) end
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

  /** Argument: the cursor. Returns the next one, and ids and values of a page. */
  listSessions: `return redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ${SESSIONS_PER_PAGE})`,

  /** Deletes a page of sessions and returns their ids. The result is empty if no session is left. */
  deleteSessions: `local ids = {}
local cursor = '0'
repeat
  local page = redis.call('HSCAN', KEYS[1], cursor, 'COUNT', ${SESSIONS_PER_PAGE})
  cursor = page[1]
  for index = 1, #page[2], 2 do ids[#ids + 1] = page[2][index] end
until #ids > 0 or cursor == '0'
for _, id in ipairs(ids) do redis.call('HDEL', KEYS[1], id) end
return ids`,
} as const
