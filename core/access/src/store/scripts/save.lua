-- Writes a record under the lock, where it still has the number that was read. What is sent twice is written once, and answered
-- twice: clients send a command again when the connection was lost before its answer.
-- KEYS: the lock, the record. ARGV: the owner, the number that was read (0 for no record), and the record's fields: version,
-- seq, key, nonce, sealed. Answers 1, or 0 where the lock or the record is another's by now.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
local stored = redis.call('HMGET', KEYS[2], 'seq', 'sealed')
if stored[1] == ARGV[4] and stored[2] == ARGV[7] then
  return 1
end
if (stored[1] or '0') ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[2], 'version', ARGV[3], 'seq', ARGV[4], 'key', ARGV[5], 'nonce', ARGV[6], 'sealed', ARGV[7])
return 1
