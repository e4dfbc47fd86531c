/**
 * The operations of a store as Lua scripts. Redis runs a script as one step. The one key is KEYS[1]; a value that is
 * not there is `false` in Lua and `null` to the client.
 *
 * @see https://redis.io/docs/latest/develop/interact/programmability/lua-api/
 */
export const scripts = {
  get: "return redis.call('GET', KEYS[1])",

  /** Arguments: the value, milliseconds. */
  set: "return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])",

  consume: `local value = redis.call('GET', KEYS[1])
if value then redis.call('DEL', KEYS[1]) end
return value`,

  /** Arguments: the amount, milliseconds. Returns the count and the milliseconds until it restarts. */
  increment: `local amount = tonumber(ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  if amount <= 0 then return { 0, tonumber(ARGV[2]) } end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return { amount, tonumber(ARGV[2]) }
end
local count = tonumber(redis.call('GET', KEYS[1]))
if amount == 0 then return { count, left } end
count = math.max(0, count + amount)
redis.call('SET', KEYS[1], string.format('%d', count), 'KEEPTTL')
return { count, left }`,

  /** Arguments: the new value, milliseconds and, unless nothing is expected there, the expected value. */
  compareAndSet: `local value = redis.call('GET', KEYS[1])
if value ~= (ARGV[3] or false) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`,
} as const
