-- Takes the lock of a login where it is free, and reads its record. Whoever asks again finds the lock its own: the first answer
-- may have been lost.
-- KEYS: the lock, the record. ARGV: the owner, how long the lock lives in milliseconds, the number of the record that is known.
-- Answers whether the lock is held, the store's time in seconds and microseconds, and the record's fields where it is held or
-- the record is newer.
local held = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
if not held and redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  held = true
elseif not held and redis.call('PTTL', KEYS[1]) < 0 then
  -- Somebody wrote it by hand: nobody would ever release it.
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local time = redis.call('TIME')
local answer = { held and 1 or 0, time[1], time[2] }
local seq = tonumber(redis.call('HGET', KEYS[2], 'seq') or '0')
if held or (seq and seq > tonumber(ARGV[3])) then
  for position, value in ipairs(redis.call('HMGET', KEYS[2], 'version', 'seq', 'key', 'nonce', 'sealed')) do
    answer[3 + position] = value
  end
end
return answer
