const kept = new WeakMap<object, Map<string, unknown>>()

/**
 * What takes longer to put together than to use, and comes out alike for all who ask alike: the queries of a list, the
 * menu as it was drawn. Of each owner the last few are kept for as long as there is the owner.
 * @param whose the list, the words of a language, or whatever else it is of
 * @param asked all that it depends on, as plain data: by whom and for what
 * @param most ways to ask for which it is kept
 */
export function keptFor<Made>(whose: object, asked: unknown, make: () => Made, most = 500): Made {
  const own = (kept.get(whose) ?? new Map()) as Map<string, Made>
  kept.set(whose, own)
  const name = JSON.stringify(asked)
  const made = own.get(name) ?? make()
  own.set(name, made)
  if (own.size > most) own.delete(own.keys().next().value!)
  return made
}
