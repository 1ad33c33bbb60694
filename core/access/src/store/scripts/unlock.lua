-- Releases the lock, where it is still its owner's.
-- KEYS: the lock. ARGV: the owner. Answers 1, or 0 where it is another's.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
