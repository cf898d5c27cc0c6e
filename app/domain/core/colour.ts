/** The background with the least contrast in each mode: `--wash` of app/styles/tokens.css and dark.css. */
const LIGHT = '#f6f5f1'
const DARK = '#212327'

/** WCAG 2.2 asks 4.5 for text; a little more, so that rounding to eight bits cannot fall below it. */
const CONTRAST = 4.55

/** Lunas' own, of an organisation that has none. */
const own = { light: '#0e5a63', dark: '#6bbcc6' }

/**
 * A tenant's colour (`#rrggbb`) on our background, in light and in dark. The hue stays; the lightness changes
 * until the colour can be read on the paper, and paper-coloured text on it. Undefined for anything that is no colour.
 */
export function readablePair(colour: string): { light: string; dark: string } | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return undefined
  return { light: readable(colour, LIGHT, -1), dark: readable(colour, DARK, 1) }
}

/** As {@link readablePair}; Lunas' own colour for none, or anything that is no colour. */
export function brandPair(colour: string | null): { light: string; dark: string } {
  return (colour && readablePair(colour)) || own
}

/** The WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

/** The nearest colour of the same hue that can be read on `ground`: darker (-1) or lighter (1). */
function readable(colour: string, ground: string, direction: -1 | 1): string {
  if (contrast(colour, ground) >= CONTRAST) return colour.toLowerCase()
  const [lightness, a, b] = toOklab(linear(colour))
  let near = lightness
  let far = direction < 0 ? 0 : 1
  for (let step = 0; step < 20; step++) {
    const middle = (near + far) / 2
    if (contrast(inGamut(middle, a, b), ground) >= CONTRAST) far = middle
    else near = middle
  }
  return inGamut(far, a, b)
}

/** The colour with this lightness and hue, as strong as a screen can show it. */
function inGamut(lightness: number, a: number, b: number): string {
  let strength = 1
  while (strength > 0) {
    const rgb = fromOklab(lightness, a * strength, b * strength)
    if (rgb.every((channel) => channel >= -0.001 && channel <= 1.001)) return hex(rgb)
    strength -= 0.02
  }
  return hex(fromOklab(lightness, 0, 0))
}

type Triple = [number, number, number]

function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Triple
}

function hex(rgb: Triple): string {
  const channels = rgb.map((value) => {
    const clamped = Math.min(1, Math.max(0, value))
    const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Björn Ottosson's OKLab, in which equal steps of lightness look equal: https://bottosson.github.io/posts/oklab/ */
function toOklab([red, green, blue]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab(lightness: number, a: number, b: number): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
