const caches = new WeakMap<object, Map<string, unknown>>()

/**
 * Caches what is expensive to build and the same for equal arguments, such as the queries of a list or the rendered menu.
 * Each owner keeps its last results until it is garbage-collected.
 * @param owner the list, the words of a language, or whatever else the result belongs to
 * @param key everything else that the result depends on, as plain data
 * @param maxEntries results to keep for one owner
 */
export function memoize<Made>(owner: object, key: unknown, make: () => Made, maxEntries = 500): Made {
  const own = (caches.get(owner) ?? new Map()) as Map<string, Made>
  caches.set(owner, own)
  const name = JSON.stringify(key)
  const made = own.get(name) ?? make()
  own.set(name, made)
  if (own.size > maxEntries) own.delete(own.keys().next().value!)
  return made
}
