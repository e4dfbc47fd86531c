import { EXPIRY_MARGIN_MS } from '../../model/kept-after-expiry.js'

/** Approximate number of a user's sessions that are checked for expiry when a session is added. */
const SESSIONS_PER_SWEEP = 32

const SESSIONS_PER_PAGE = 500

/**
 * Redis runs each script atomically. All keys of a script are in one hash slot, so that it can run in a cluster.
 *
 * A session consists of two entries, which a cluster can store on two nodes: a pointer from the hash of the token to
 * the user, and a field in a hash with all sessions of the user. A session is valid while both exist, and both are
 * deleted when it ends. So if one node loses its last writes, an ended session becomes valid again only if both entries
 * are on this node.
 *
 * @see https://redis.io/docs/latest/develop/interact/programmability/lua-api/
 */
export const scripts = {
  getPointer: "return redis.call('GET', KEYS[1])",

  /** Arguments: the tag of the user, time to live in milliseconds. Returns 0 if the token is taken. */
  createPointer:
    "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 else return 0 end",

  /** Argument: time to live in milliseconds. If the current time to live is longer, it is kept. */
  extendPointer: `if redis.call('PTTL', KEYS[1]) >= tonumber(ARGV[1]) then return 1 end
return redis.call('PEXPIRE', KEYS[1], ARGV[1])`,

  deletePointer: "return redis.call('DEL', KEYS[1])",

  /**
   * Arguments: the id, the value, time to live of the hash in milliseconds. The script also checks some sessions,
   * beginning at a random place, and deletes those that expired more than `EXPIRY_MARGIN_MS` ago.
   */
  addSession: `local time = redis.call('TIME')
local now = time[1] * 1000
local some = redis.call('HSCAN', KEYS[1], time[2], 'COUNT', ${SESSIONS_PER_SWEEP})[2]
for index = 1, #some, 2 do
  if tonumber(string.match(some[index + 1], '^%-?%d+')) + ${EXPIRY_MARGIN_MS} < now then redis.call('HDEL', KEYS[1], some[index]) end
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

  /** Argument: the id. Returns the value. */
  deleteSession: `local value = redis.call('HGET', KEYS[1], ARGV[1])
if value then redis.call('HDEL', KEYS[1], ARGV[1]) end
return value`,

  /**
   * Argument: the cursor. Returns the next cursor, and a page as an array in which ids and values alternate.
   */
  listSessions: `return redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ${SESSIONS_PER_PAGE})`,

  /**
   * Moves the sessions from the first key to the second one, and returns their number. The sessions keep their time to
   * live.
   */
  endSessions: `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('RENAME', KEYS[1], KEYS[2])
return redis.call('HLEN', KEYS[2])`,

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
