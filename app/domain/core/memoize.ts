const kept = new WeakMap<object, Map<string, unknown>>()

/**
 * Caches what is expensive to build and the same for equal arguments, such as the queries of a list or the rendered menu.
 * Each owner keeps its last results until it is garbage-collected.
 * @param whose the list, the words of a language, or whatever else it is of
 * @param asked all that it depends on, as plain data: by whom and for what
 * @param most ways to ask for which it is kept
 */
export function memoize<Made>(whose: object, asked: unknown, make: () => Made, most = 500): Made {
  const own = (kept.get(whose) ?? new Map()) as Map<string, Made>
  kept.set(whose, own)
  const name = JSON.stringify(asked)
  const made = own.get(name) ?? make()
  own.set(name, made)
  if (own.size > most) own.delete(own.keys().next().value!)
  return made
}
