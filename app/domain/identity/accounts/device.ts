import Bowser from 'bowser'

/** Such as `{ browser: 'Chrome', system: 'Android', kind: 'phone' }`. */
export interface Device {
  browser: string | null
  system: string | null
  kind: 'phone' | 'tablet' | 'computer' | 'program'
}

const kinds: Record<string, Device['kind']> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' }

/** Parsed from a User-Agent, so that people recognise their devices; it proves nothing. Null without one. */
export function deviceOf(user_agent: string | null): Device | null {
  const text = user_agent?.slice(0, 512).trim()
  if (!text) return null
  const { browser, os, platform } = Bowser.parse(text)
  return {
    browser: browser.name || programOf(text),
    system: os.name || null,
    kind: kinds[platform.type ?? ''] ?? 'program',
  }
}

/** What is no browser names itself first, as in `curl/8.5.0`. */
const programOf = (text: string) => /^[A-Za-z][\w.-]{1,29}(?=\/\d)/.exec(text)?.[0] ?? null

/** "Chrome · Android"; `unknown` is the word for a device without a user agent. */
export function deviceInWords(device: Device | null, unknown: string): string {
  const parts = device ? [device.browser, device.system].filter(Boolean) : []
  return parts.length > 0 ? parts.join(' · ') : unknown
}
