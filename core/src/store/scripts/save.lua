-- Writes a record under the lock, where it still has the number that was read.
-- KEYS: the lock, the record. ARGV: the owner, the number that was read (0 for no record), and the record's fields: version,
-- seq, key, nonce, sealed. Answers 1, or 0 where the lock or the record is another's by now.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
if (redis.call('HGET', KEYS[2], 'seq') or '0') ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[2], 'version', ARGV[3], 'seq', ARGV[4], 'key', ARGV[5], 'nonce', ARGV[6], 'sealed', ARGV[7])
return 1
