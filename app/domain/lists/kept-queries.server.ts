const kept = new WeakMap<object, Map<string, unknown>>()

/**
 * Queries are put together once for those who ask alike, since that costs more than sending them and most ask for the
 * same: of a list for its first page without a filter.
 * @param whose the list, or whatever else the queries are of
 * @param asked all that they depend on, as plain data: by whom and for what
 * @param most ways to ask whose queries are kept
 */
export function keptQueries<Queries>(
  whose: object,
  asked: unknown,
  make: () => Queries,
  most = 500,
): Queries {
  const own = (kept.get(whose) ?? new Map()) as Map<string, Queries>
  kept.set(whose, own)
  const name = JSON.stringify(asked)
  const queries = own.get(name) ?? make()
  own.set(name, queries)
  if (own.size > most) own.delete(own.keys().next().value!)
  return queries
}
