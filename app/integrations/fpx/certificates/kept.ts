/**
 * Works something out of a text once and keeps the last few: keys and certificates are few, and reading one costs as much
 * as using it. What fails is tried again.
 */
export function keptOf<V>(of: (text: string) => V, most = 20): (text: string) => V {
  const kept = new Map<string, V>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const value = of(text)
    kept.set(text, value)
    const [oldest] = kept.keys()
    if (kept.size > most) kept.delete(oldest!)
    return value
  }
}
