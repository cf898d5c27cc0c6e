/**
 * Caches the result of a function of a text, for the last few texts: there are few keys and certificates, and parsing one costs
 * as much as using it. A failure is not cached.
 */
export function memoizeByText<V>(compute: (text: string) => V, maxEntries = 20): (text: string) => V {
  const cache = new Map<string, V>()
  return (text) => {
    const known = cache.get(text)
    if (known !== undefined) return known
    const value = compute(text)
    cache.set(text, value)
    const [oldest] = cache.keys()
    if (cache.size > maxEntries) cache.delete(oldest!)
    return value
  }
}
